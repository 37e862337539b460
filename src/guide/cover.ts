import type { CollectionEntry } from 'astro:content';
import { BRIDGE, bridgePaths } from '../components/bridge-shape.ts';
import type { Stage } from '../schemas/collections.ts';
import { COLORS, PAGE } from './page.ts';
import type { TaggedPdf } from './tagged-pdf.ts';

const { width, margin, inner: INNER, foot: FOOT } = PAGE;

function drawBridge(pdf: TaggedPdf, y: number, bridgeWidth: number): void {
  const { doc } = pdf;
  pdf.decoration(() => {
    doc
      .save()
      .translate(0, y)
      .scale(bridgeWidth / BRIDGE.width, 0.62);
    doc.lineWidth(1).strokeColor(COLORS.softOnNight, 0.5).path(bridgePaths.hangers).stroke();
    doc.lineWidth(3).strokeColor(COLORS.onNight, 1).path(bridgePaths.cable).stroke();
    doc.lineWidth(6).path(bridgePaths.towers).stroke();
    doc.lineWidth(5).moveTo(0, BRIDGE.deck).lineTo(BRIDGE.width, BRIDGE.deck).stroke();
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
  // A long title moves what stands below it.
  const head = 106 + pdf.height(copy.guide.title, INNER, 40, true) + pdf.height(copy.guide.subtitle, 360, 13);
  const shift = Math.max(0, head - 240);
  const bottom = 430 + shift;
  doc.addPage();
  pdf.decoration(() => doc.rect(0, 0, width, bottom).fill(COLORS.night));
  drawBridge(pdf, 270 + shift, width);
  pdf.text('P', company, { x: margin, y: margin, width: INNER, size: 13, bold: true, color: COLORS.onNight });
  let y = pdf.text('H1', copy.guide.title, {
    x: margin,
    y: 96,
    width: INNER,
    size: 40,
    bold: true,
    color: COLORS.onNight,
    lineGap: -2,
  });
  pdf.text('P', copy.guide.subtitle, { x: margin, y: y + 10, width: 360, size: 13, color: COLORS.softOnNight });
  y = pdf.text('P', copy.average, {
    x: margin,
    y: bottom + 36,
    width: INNER,
    size: 15,
    bold: true,
    color: COLORS.brand,
  });
  y += 20;
  const list = pdf.numberedList();
  stages.forEach(({ title, duration }, index) => {
    const rowHeight = Math.max(pdf.height(title, 270, 11.5, true), pdf.height(duration, INNER - 310, 11.5));
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
    pdf.text('Lbl', String(index + 1), { ...at, x: margin, width: 24, bold: true, color: COLORS.brand }, item);
    const body = pdf.section('LBody', item);
    pdf.text('P', title, { ...at, x: margin + 28, width: 270, bold: true }, body);
    pdf.text('P', duration, { ...at, x: margin + 310, width: INNER - 310, color: COLORS.soft }, body);
    body.end();
    y += 18 + rowHeight;
    item.end();
  });
  list.end();
}
