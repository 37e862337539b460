import { expect, it } from 'vitest';
import { differencesOf } from '../../src/editing/core/differences.ts';
import { formOf } from '../../src/editing/core/form.ts';
import { TEXT } from '../../src/editing/protocol.ts';
import { journeySchema } from '../../src/schemas/collections.ts';
import { homeOrderSchema } from '../../src/schemas/home.ts';

const form = formOf(journeySchema, 'a stage');
const stage = {
  title: 'Discovery',
  duration: '1 week',
  deliverable: 'A page',
  points: ['One', 'Two'],
  details: ['A', 'B', 'C'],
};

it('reports a changed value with its path, before and after', () => {
  expect(differencesOf(stage, { ...stage, title: 'First talk' }, form)).toEqual([
    { where: 'Title', before: 'Discovery', after: 'First talk' },
  ]);
});

it('reports an added entry without the entries after it', () => {
  expect(differencesOf(stage, { ...stage, details: ['New', 'A', 'B', 'C'] }, form)).toEqual([
    { where: 'Details › 1', after: 'New' },
  ]);
});

it('reports only the entry that was removed or changed', () => {
  expect(differencesOf(stage, { ...stage, points: ['Two'], details: ['A', 'B 2', 'C'] }, form)).toEqual([
    { where: 'Points › 1', before: 'One' },
    { where: 'Details › 2', before: 'B', after: 'B 2' },
  ]);
});

it('reports added and removed fields, and nothing that is the same', () => {
  expect(differencesOf(stage, { ...stage, completed: true }, form)).toEqual([{ where: 'Completed', after: 'yes' }]);
  expect(differencesOf({ ...stage, completed: true }, stage, form)).toEqual([{ where: 'Completed', before: 'yes' }]);
  expect(differencesOf(stage, stage, form)).toEqual([]);
});

it('reports paragraphs under Text', () => {
  expect(differencesOf({ [TEXT]: ['One.', 'Two.'] }, { [TEXT]: ['One.', 'Three.'] }, form)).toEqual([
    { where: 'Text › 2', before: 'Two.', after: 'Three.' },
  ]);
});

it('reports a new or deleted file as one difference', () => {
  expect(differencesOf(undefined, { title: 'x' }, form)).toEqual([{ where: '', after: 'x' }]);
});

it('reports a moved entry once, whatever else has changed', () => {
  expect(differencesOf(stage, { ...stage, details: ['B', 'C', 'A'] }, form)).toEqual([
    { where: 'Details', says: '“A” moved from 1 to 3' },
  ]);
  expect(differencesOf(stage, { ...stage, details: ['B 2', 'C', 'A', 'D'] }, form)).toEqual([
    { where: 'Details', says: '“A” moved from 1 to 3' },
    { where: 'Details › 2', before: 'B', after: 'B 2' },
    { where: 'Details › 4', after: 'D' },
  ]);
  const long = 'Word '.repeat(40);
  expect(differencesOf({ [TEXT]: [long, 'B'] }, { [TEXT]: ['B', long] }, form)).toEqual([
    { where: 'Text', says: `“${long.slice(0, 59)}…” moved from 1 to 2` },
  ]);
});

it('says what was hidden, shown again or moved by its title', () => {
  const order = formOf(homeOrderSchema, 'the order');
  const [hero, reasons] = [{ section: 'hero' }, { section: 'reasons' }];
  const hidden = { section: 'reasons', hidden: true };
  const changed = (before: object[], after: object[]) =>
    differencesOf({ sections: before as never }, { sections: after as never }, order, (folder, name) => folder + name);
  expect(changed([hero, reasons], [hero, hidden])).toEqual([
    { where: 'Sections › 2', says: '“content/home/reasons” hidden' },
  ]);
  expect(changed([hero, hidden], [hero, reasons])).toEqual([
    { where: 'Sections › 2', says: '“content/home/reasons” shown again' },
  ]);
  expect(changed([hero, reasons], [reasons, hero])).toEqual([
    { where: 'Sections', says: '“content/home/hero” moved from 1 to 2' },
  ]);
});

it('names a picture, and says what it shows', () => {
  const figure = '<Figure src="/pictures/team.webp" alt="Two students" caption="At work" />';
  expect(differencesOf({ [TEXT]: ['One.'] }, { [TEXT]: ['One.', figure, '![A desk](/desk.png)'] }, form)).toEqual([
    { where: 'Text › 2', after: 'Picture team.webp: Two students (At work)' },
    { where: 'Text › 3', after: 'Picture desk.png: A desk' },
  ]);
});
