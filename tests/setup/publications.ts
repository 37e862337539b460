import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** The folder of a project's publications. */
export const PUBLICATIONS = 'content/research/publications';

const words = (list: string) => list.trim().split(/\s+/);

const WHO = words(
  'students supervisors engineers teams lecturers companies universities reviewers mentors founders clients researchers',
);
const WHAT = words(
  `software workflows interfaces prototypes datasets contracts services reviews releases invoices pipelines models
   documents handovers estimates tests archives catalogues forecasts interviews repositories schedules tickets audits`,
);
const DOES = words(
  `measure replace inspect rebuild maintain shorten publish compare automate question describe repeat postpone document
   negotiate simplify estimate observe divide adopt translate abandon verify collect`,
);
const HOW = words(
  'slowly weekly together openly cheaply twice reliably rarely early remotely carefully locally partly visibly quietly',
);
const KIND = words(
  `small written shared unfinished costly regular foreign annual manual automatic honest public digital technical medical
   legal industrial municipal seasonal central rare ordinary careful partial`,
);
const PLACE = words(
  `hospitals factories libraries warehouses offices laboratories ministries farms workshops ports schools archives banks
   kitchens studios courts`,
);
const FIRST = words(
  'Ada Bo Chen Dalia Emre Freya Goran Hana Ivo Jana Kofi Lena Mara Noor Otis Pilar Rasmus Selin Tomas',
);
const LAST = words(
  'Abel Brandt Castro Diaz Endo Fischer Grant Haddad Ito Jansen Kovac Lindqvist Moreau Novak Okafor Petrov Quist Rossi',
);

/** Random numbers from 0 (inclusive) to 1; the same seed gives the same sequence (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words for one publication. */
function writer(seed: number) {
  const roll = dice(seed);
  const number = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1));
  const pick = (list: readonly string[]) => list[Math.floor(roll() * list.length)] ?? '';
  const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());
  const thing = () => `${pick(KIND)} ${pick(WHAT)}`;
  const sentence = () =>
    capital(
      pick([
        `${pick(WHO)} who ${pick(DOES)} ${thing()} ${pick(HOW)} ${pick(DOES)} fewer ${pick(WHAT)} in ${pick(PLACE)}.`,
        `in ${number(11, 97)} of ${number(100, 400)} ${pick(PLACE)}, ${pick(WHO)} ${pick(DOES)} ${thing()} before they ${pick(DOES)} ${pick(WHAT)}.`,
        `what ${pick(WHO)} ${pick(DOES)} ${pick(HOW)} takes ${number(2, 40)} days, and ${number(3, 60)} when ${pick(WHO)} ${pick(DOES)} the ${thing()} of other ${pick(PLACE)}.`,
        `where ${thing()} meet ${thing()}, ${pick(WHO)} and ${pick(WHO)} ${pick(DOES)} ${pick(HOW)}.`,
      ]),
    );
  /** Complete sentences of about this many words in total. */
  const text = (count: number) => {
    let result = sentence();
    while (result.split(' ').length < count) result += ` ${sentence()}`;
    return result;
  };
  /** Whole words of at most this many characters, and nearly as many. */
  const line = (limit: number) => {
    let result = sentence();
    while (result.length < limit) result += ` ${sentence()}`;
    return `${result.slice(0, limit).replace(/[ ,.]+\S*$/, '')}.`;
  };
  const name = () => `${pick(FIRST)} ${pick(LAST)}`;
  return { number, pick, capital, thing, text, line, name };
}

/** The name of the file, without its extension, of the publication with this number: `study-0007`. */
export const publicationName = (index: number): string => `study-${String(index).padStart(4, '0')}`;

/** The day this many days before October 31, 2026. */
const dayBefore = (days: number) => new Date(Date.UTC(2026, 9, 31) - days * 86_400_000).toISOString().slice(0, 10);

/**
 * A publication as an MDX file: about 600 words in four parts; title and description nearly as long as their schema
 * allows. The same number gives the same bytes. Each is published a day before the one with the next lower number.
 *
 * @param published false for one that is only announced
 */
export function publicationFile(index: number, published = true): string {
  const { number, pick, capital, thing, text, line, name } = writer(index);
  const day = dayBefore(index);
  const fields = {
    title: line(99).slice(0, -1),
    description: line(258),
    date: published ? `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}` : `Q${number(1, 4)} 2098`,
    authors: Array.from({ length: number(1, 4) }, name),
  };
  const part = (heading: string) => `## ${heading}\n\n${text(55)}\n\n${text(45)}`;
  const points = Array.from({ length: 3 }, () => `- ${text(9)}`).join('\n');
  const body = [
    text(50),
    part(`What we asked about ${thing()}`),
    part(`How ${pick(WHO)} took part`),
    points,
    part(`${capital(thing())}, in figures`),
    part('What follows'),
  ];
  const date = published ? `published: ${day}\n` : '';
  return `---\n${stringify(fields)}${date}---\n\n${published ? `${body.join('\n\n')}\n` : ''}`;
}

/**
 * Writes publications into a project: `study-0001` is the newest.
 *
 * @param folder of the project
 */
export function writePublications(folder: string, count: number): void {
  mkdirSync(join(folder, PUBLICATIONS), { recursive: true });
  for (let index = 1; index <= count; index++)
    writeFileSync(join(folder, PUBLICATIONS, `${publicationName(index)}.mdx`), publicationFile(index));
}
