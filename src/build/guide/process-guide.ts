import type { CollectionEntry } from 'astro:content';
import { arch } from '../../brand/arch.ts';
import { getCopy, getEntries, getSite, withCopyAsWritten } from '../copy.ts';
import type { Stage } from '../../schemas/collections.ts';
import { contentLocation } from '../integrations/content-location.ts';
import { CopyError } from '../../schemas/messages.ts';
import { drawCover } from './cover.ts';
import { COLORS, PAGE } from './page.ts';
import { TaggedPdf } from './tagged-pdf.ts';

/** The path of the guide. */
export const PROCESS_GUIDE = '/process-guide.pdf';

type Copy = CollectionEntry<'flowPage'>['data'];

const { margin, inner: INNER, foot: FOOT } = PAGE;
/** Where the text of a stage begins, right of its number. */
const INDENT = 54;
/** Sizes in points. */
const TEXT = 12.5;
const HEADING = 23;
const SMALL = 10;
/** The space above a stage that is not the first on its page. */
const GAP = 44;
/** The deck below each stage's title, and the arch on it with the stage's number. */
const DECK = 2;
const ARCH = 34;

const titleOf = (copy: Copy, stage: Stage, number: number) => `${copy.guide.stage} ${number}: ${stage.title}`;

/** The height of a stage, to check whether it fits on the page. */
function stageHeight(pdf: TaggedPdf, copy: Copy, stage: Stage, number: number): number {
  const column = INNER - INDENT;
  const facts = [stage.duration, stage.deliverable].map((text) =>
    pdf.height(text, column / 2 - 10, TEXT, { bold: true }),
  );
  const lists = [...stage.points, ...stage.details].map((text) => pdf.height(text, column - 18, TEXT) + TEXT * 0.25);
  const title = pdf.height(titleOf(copy, stage, number), column, HEADING, { heading: true });
  return (
    title +
    DECK +
    pdf.height(copy.duration, column, SMALL) +
    Math.max(...facts) +
    lists.reduce((a, b) => a + b) +
    46 +
    TEXT * 1.5
  );
}

function drawStage(pdf: TaggedPdf, copy: Copy, stage: Stage, number: number, top: number): number {
  const { doc } = pdf;
  const sect = pdf.section('Sect');
  const x = margin + INDENT;
  const column = INNER - INDENT;
  let y = pdf.text(
    'H2',
    titleOf(copy, stage, number),
    { x, y: top, width: column, size: HEADING, heading: true, color: COLORS.ink },
    sect,
  );
  const deck = y + 12;
  pdf.decoration(() => {
    doc.path(arch(margin, deck, ARCH, ARCH - 2, 2)).fill(COLORS.both);
    doc.rect(margin, deck, INNER, DECK).fill(COLORS.ink);
    doc.font('bold').fontSize(15).fillColor(COLORS.surface);
    doc.text(String(number), margin, deck - 24, { width: ARCH, align: 'center', lineBreak: false });
  });
  y = deck + DECK + 12;
  const labels = { size: SMALL, color: COLORS.soft };
  const values = { size: TEXT, color: COLORS.ink, bold: true };
  const half = column / 2 - 10;
  const facts = [
    [copy.duration, stage.duration],
    [copy.deliverable, stage.deliverable],
  ] as const;
  const ends = facts.map(([label, value], index) => {
    const left = x + index * (half + 20);
    const below = pdf.text('P', label, { ...labels, x: left, y, width: half }, sect);
    return pdf.text('P', value, { ...values, x: left, y: below, width: half }, sect);
  });
  y = pdf.list(stage.points, { x, y: Math.max(...ends) + 12, width: column, size: TEXT, color: COLORS.ink }, sect);
  y = pdf.text('H3', copy.breakdown, { x, y: y + 10, width: column, size: TEXT, bold: true, color: COLORS.ink }, sect);
  y = pdf.list(stage.details, { x, y: y + 4, width: column, size: TEXT, color: COLORS.soft }, sect);
  sect.end();
  return y;
}

function drawFooters(pdf: TaggedPdf, company: string): void {
  const { doc } = pdf;
  const { count } = doc.bufferedPageRange();
  for (let page = 1; page < count; page++) {
    doc.switchToPage(page);
    pdf.decoration(() => {
      doc.font('regular').fontSize(9).fillColor(COLORS.soft);
      doc.text(company, margin, FOOT, { lineBreak: false });
      doc.text(`${page + 1} / ${count}`, margin, FOOT, { width: INNER, align: 'right', lineBreak: false });
    });
  }
}

async function make(): Promise<Buffer> {
  const site = await getSite();
  const { data: copy } = await getCopy('flowPage', 'flow');
  const stages = (await getEntries('journey')).map(({ data }) => data);
  // Rounded to the day, so that two builds of the same copy on one day give the same file.
  const created = new Date(new Date().toISOString().slice(0, 10));
  const pdf = new TaggedPdf({ title: copy.guide.title, author: site.name, subject: copy.guide.subtitle, created });
  drawCover(pdf, site.name, copy, stages);
  let y = Infinity;
  stages.forEach((stage, index) => {
    const needed = stageHeight(pdf, copy, stage, index + 1);
    if (needed > FOOT - margin)
      throw new CopyError('content/journey', [
        `"${stage.title}" does not fit on one page of the process guide (PDF). Shorten its points and details.${contentLocation(`title: ${stage.title}`)}`,
      ]);
    if (y + needed > FOOT) {
      pdf.doc.addPage();
      y = margin;
    }
    y = drawStage(pdf, copy, stage, index + 1, y) + GAP;
  });
  if (y + 60 > FOOT) {
    pdf.doc.addPage();
    y = margin;
  }
  const contact = pdf.section('P');
  pdf.text(
    'Link',
    copy.guide.contact,
    {
      x: margin + INDENT,
      y,
      width: INNER - INDENT,
      size: 12,
      bold: true,
      color: COLORS.link,
      link: `mailto:${site.email}`,
    },
    contact,
  );
  contact.end();
  drawFooters(pdf, site.name);
  return pdf.bytes();
}

let guide: Promise<Buffer> | undefined;

/**
 * The journey of content/journey/ as a PDF, created once per build.
 *
 * @throws CopyError if a text does not fit or contains a character that the font lacks
 */
export function processGuide(): Promise<Buffer> {
  // In dev, each request creates it again, so that it follows the copy.
  if (import.meta.env.DEV) return withCopyAsWritten(make);
  // In a preview, the first to ask can be a page, whose texts carry their places.
  return (guide ??= withCopyAsWritten(make));
}
