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

it('a value that has changed is said with its place, before and after', () => {
  expect(differencesOf(stage, { ...stage, title: 'First talk' }, form)).toEqual([
    { where: 'Title', before: 'Discovery', after: 'First talk' },
  ]);
});

it('an entry that was added makes no other entry different', () => {
  expect(differencesOf(stage, { ...stage, details: ['New', 'A', 'B', 'C'] }, form)).toEqual([
    { where: 'Details › 1', after: 'New' },
  ]);
});

it('an entry that was removed or changed is said alone', () => {
  expect(differencesOf(stage, { ...stage, points: ['Two'], details: ['A', 'B 2', 'C'] }, form)).toEqual([
    { where: 'Points › 1', before: 'One' },
    { where: 'Details › 2', before: 'B', after: 'B 2' },
  ]);
});

it('a field that came or went is said, and what is the same is not', () => {
  expect(differencesOf(stage, { ...stage, completed: true }, form)).toEqual([{ where: 'Completed', after: 'yes' }]);
  expect(differencesOf({ ...stage, completed: true }, stage, form)).toEqual([{ where: 'Completed', before: 'yes' }]);
  expect(differencesOf(stage, stage, form)).toEqual([]);
});

it('paragraphs of a text are said as such', () => {
  expect(differencesOf({ [TEXT]: ['One.', 'Two.'] }, { [TEXT]: ['One.', 'Three.'] }, form)).toEqual([
    { where: 'Text › 2', before: 'Two.', after: 'Three.' },
  ]);
});

it('a whole file that is new or gone is one thing', () => {
  expect(differencesOf(undefined, { title: 'x' }, form)).toEqual([{ where: '', after: 'x' }]);
});
