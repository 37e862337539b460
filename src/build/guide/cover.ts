import type { CollectionEntry } from 'astro:content';
import { arch } from '../../brand/arch.ts';
import { MARK } from '../../brand/mark.ts';
import type { Stage } from '../../schemas/collections.ts';
import { COLORS, PAGE } from './page.ts';
import type { TaggedPdf } from './tagged-pdf.ts';

const { width, margin, inner: INNER, foot: FOOT } = PAGE;
/** Size in points. */
const TITLE = 52;

/** The width of each half disc, and the thickness of the deck below them. */
const ARCH = 302;
const DECK = 3;

/** The two sides and their overlap. A PDF could blend the inks, but not every printer does. */
function drawArches(pdf: TaggedPdf, deck: number): void {
  const { doc } = pdf;
  // Slightly into the deck, so that no seam is visible.
  const campus = arch(margin, deck + 1, ARCH, ARCH / 2, 2);
  const company = arch(margin + INNER - ARCH, deck + 1, ARCH, ARCH / 2, 2);
  pdf.decoration(() => {
    doc.path(campus).fill(COLORS.campus);
    doc.path(company).fill(COLORS.company);
    doc.save().path(campus).clip().path(company).fill(COLORS.both).restore();
    doc.rect(0, deck, width, DECK).fill(COLORS.ink);
  });
}

/** The mark, scaled to the capitals of the company's name next to it. */
function drawMark(pdf: TaggedPdf, scale: number): void {
  const { doc } = pdf;
  pdf.decoration(() => {
    doc.save().translate(margin, margin).scale(scale);
    doc.path(MARK.campus).fill(COLORS.campus);
    doc.path(MARK.company).fill(COLORS.company);
    doc.path(MARK.both).fill(COLORS.both);
    doc.restore();
  });
}

/** The first page: title, what the guide is, and the stages with their durations. */
export function drawCover(
  pdf: TaggedPdf,
  company: string,
  copy: CollectionEntry<'flowPage'>['data'],
  stages: readonly Stage[],
): void {
  const { doc } = pdf;
  // A long title moves everything below it.
  const head =
    128 + pdf.height(copy.guide.title, INNER, TITLE, { heading: true }) + pdf.height(copy.guide.subtitle, 420, 13);
  const shift = Math.max(0, head - 264);
  const deck = 430 + shift;
  doc.addPage();
  pdf.decoration(() => doc.rect(0, 0, width, deck).fill(COLORS.paper));
  drawMark(pdf, 0.75);
  drawArches(pdf, deck);
  const onPaper = { x: margin, width: INNER, color: COLORS.ink, bold: true };
  pdf.text('P', company, { ...onPaper, x: margin + 38, y: margin + 2, width: INNER - 38, size: 13 });
  let y = pdf.text('H1', copy.guide.title, { ...onPaper, y: 104, size: TITLE, heading: true });
  pdf.text('P', copy.guide.subtitle, { x: margin, y: y + 18, width: 420, size: 13, color: COLORS.soft });
  y = pdf.text('P', copy.average, { ...onPaper, y: deck + 32, size: 15 });
  y += 20;
  const list = pdf.numberedList();
  stages.forEach(({ title, duration }, index) => {
    const rowHeight = Math.max(pdf.height(title, 270, 11.5, { bold: true }), pdf.height(duration, INNER - 310, 11.5));
    if (y + 18 + rowHeight > FOOT) {
      doc.addPage();
      y = margin;
    }
    const item = pdf.section('LI', list);
    const lineY = y;
    pdf.decoration(() =>
      doc
        .lineWidth(0.75)
        .strokeColor(COLORS.line)
        .moveTo(margin, lineY)
        .lineTo(width - margin, lineY)
        .stroke(),
    );
    const at = { y: y + 10, size: 11.5, color: COLORS.ink };
    pdf.text('Lbl', String(index + 1), { ...at, x: margin, width: 24, bold: true, color: COLORS.ink }, item);
    const body = pdf.section('LBody', item);
    pdf.text('P', title, { ...at, x: margin + 28, width: 270, bold: true }, body);
    pdf.text('P', duration, { ...at, x: margin + 310, width: INNER - 310, color: COLORS.soft }, body);
    body.end();
    y += 18 + rowHeight;
    item.end();
  });
  list.end();
}
