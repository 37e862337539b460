import { describe, expect, it } from 'vitest';
import { byLikelihood, matcher } from '../../src/editing/client/match-islands.ts';
import type { Listed } from '../../src/editing/protocol.ts';

const file = (name: string, texts: Record<string, string>): Listed => ({
  file: name,
  title: name,
  uses: [],
  group: 'Forms',
  free: false,
  texts: Object.entries(texts).map(([key, text]) => ({ path: [key], where: key, text })),
});

const FILES = [
  file('content/forms/consultation.yaml', {
    name: 'Name',
    long: 'Shorten your name to {limit} characters or fewer.',
    submit: 'Request a Call',
  }),
  file('content/forms/demo-booking.yaml', {
    name: 'Name',
    asked: '{time}',
    zone: 'Times are in your time zone, {zone}.',
  }),
  file('content/home/hero.mdx', { heading: 'Name' }),
];
const { find } = matcher(FILES);
const files = (text: string) => find(text).map((place) => place.file);

describe('the source of a text in an island', () => {
  it('is found regardless of white space', () => {
    expect(find('  Request\n a  Call ')).toEqual([{ file: 'content/forms/consultation.yaml', path: ['submit'] }]);
  });

  it('is found when the page has filled in placeholders', () => {
    expect(find('Shorten your name to 80 characters or fewer.')).toEqual([
      { file: 'content/forms/consultation.yaml', path: ['long'] },
    ]);
    expect(find('Times are in your time zone, Europe/Berlin (CET).')).toHaveLength(1);
  });

  it('has something in the place of each placeholder, and the words between them in order', () => {
    const { find: found } = matcher([file('content/forms/a.yaml', { a: 'From {a}{b} to {c} to the end, {d}!' })]);
    const isFound = (text: string) => found(text).length > 0;
    expect(isFound('From 9🙂 to to to 10 to the end, now!')).toBe(true);
    expect(isFound('From 🙂 to 10 to the end, now!')).toBe(false);
    expect(isFound('From 9a to the end, now!')).toBe(false);
    expect(isFound('From 9a to 10 to the end, !')).toBe(false);
    expect(isFound('From 9a to 10 to the end, now')).toBe(false);
    expect(isFound('It is from 9a to 10 to the end, now!')).toBe(false);
  });

  it('is found at once, however many placeholders a text has', () => {
    const { find: found } = matcher([
      file('content/forms/consultation.yaml', { long: `${'{limit} '.repeat(7)}is the most` }),
    ]);
    const { user } = process.cpuUsage();
    expect(found('we use it to answer you '.repeat(10))).toEqual([]);
    // Microseconds. It took many seconds.
    expect(process.cpuUsage().user - user).toBeLessThan(500_000);
  });

  it('is never a text that consists of placeholders only', () => {
    expect(find('Tuesday, 9:00')).toEqual([]);
    expect(find('')).toEqual([]);
  });

  it('is never a file that islands do not show', () => {
    expect(files('Name')).toEqual(['content/forms/consultation.yaml', 'content/forms/demo-booking.yaml']);
  });

  it('is most likely the file that the island shows most of', () => {
    const around = [find('Name'), find('Times are in your time zone, UTC.')];
    expect(byLikelihood(find('Name'), around).map((place) => place.file)).toEqual([
      'content/forms/demo-booking.yaml',
      'content/forms/consultation.yaml',
    ]);
  });
});
