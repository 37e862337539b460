import { expect, it } from 'vitest';
import { differencesOf } from '../../src/editing/core/differences.ts';
import { formOf } from '../../src/editing/core/form.ts';
import { TEXT } from '../../src/editing/protocol.ts';
import { journeySchema } from '../../src/schemas/collections.ts';

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
