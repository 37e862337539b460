import { expect, it } from 'vitest';
import { TaggedPdf } from '../../src/build/guide/tagged-pdf.ts';

const STYLE = { x: 0, y: 0, width: 300, size: 12, color: '#000' };

it('a letter that the font of the guide lacks is reported', () => {
  const pdf = new TaggedPdf({ title: 'T', author: 'A', subject: 'S', created: new Date(0) });
  pdf.doc.addPage();
  expect(() => pdf.text('P', 'A plan, and its price: €5', STYLE)).not.toThrow();
  for (const style of [STYLE, { ...STYLE, heading: true }])
    expect(() => pdf.text('P', 'Łódź', style)).toThrow(
      '"Łódź" contains Ł ź, which the font of the process guide (PDF) lacks. Write it another way',
    );
});
