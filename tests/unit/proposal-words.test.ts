import { expect, it } from 'vitest';
import { messageOfWords, wordsOf } from '../../src/apps/edit/proposal/title-and-body.ts';

it.each([
  ['Announce dates', { title: 'Announce dates', body: '' }],
  ['Announce dates\n\nHero: a\nTeam: b', { title: 'Announce dates', body: 'Hero: a\nTeam: b' }],
  ['', { title: '', body: '' }],
])('the title of a proposal is the first line of its message: %j', (message, words) => {
  expect(wordsOf(message)).toEqual(words);
  expect(messageOfWords(words)).toBe(message);
});

it('keeps a description without a title while somebody writes one', () => {
  expect(wordsOf(messageOfWords({ title: '', body: 'Why' }))).toEqual({ title: '', body: 'Why' });
});
