import { basename, dirname } from 'node:path';
import { type Change, TEXT } from '../../src/editing/protocol.ts';
import {
  brief,
  changedFile,
  dataOf,
  type Dice,
  type Draft,
  draftOf,
  filesIn,
  NoDraftError,
  numberFrom,
  pick,
  rewritten,
  sourceOf,
  textOf,
} from './draft.ts';

const PUBLICATIONS = 'content/research/publications';

/** A name in the folder of a file, with a number at the start that no other file has. */
function freeName(dice: Dice, file: string): string {
  const folder = dirname(file);
  const taken = filesIn(folder).map((name) => /^\d+/.exec(basename(name))?.[0]);
  const free = Array.from({ length: 85 }, (_, index) => String(index + 15)).filter((number) => !taken.includes(number));
  return `${folder}/${pick(dice, free)}-${basename(file).replace(/^\d+-/, '')}`;
}

/** Copies an entry under another name, with other words in the given fields. */
function copyEntry(dice: Dice, from: string, to: string, rewrite: readonly string[], further: Change[] = []): Draft {
  const data = dataOf(from);
  const changes = rewrite
    .filter((field) => typeof data[field] === 'string')
    .map((field): Change => ({ do: 'set', path: [field], value: rewritten(dice, textOf(data[field])) }));
  return {
    what: `${from} is copied to ${to}, with ${changes.map((change) => ('value' in change ? brief(change.value) : '')).join(', ')}`,
    files: [changedFile(to, [...changes, ...further], sourceOf(from))],
  };
}

function addSection(dice: Dice): Draft {
  const from = pick(dice, filesIn('content/home').slice(1));
  // Every section needs its own anchor; without one, it cannot be told apart from its copy.
  const hasAnchor = ['anchor', 'figures'].some((field) => field in dataOf(from));
  const value = `section-${numberFrom(dice, 0, 999)}`;
  const anchor: Change[] = hasAnchor ? [{ do: 'set', path: ['anchor'], value }] : [];
  return copyEntry(dice, from, freeName(dice, from), ['heading', 'label', 'eyebrow'], anchor);
}

function move(dice: Dice, folder: string, first: number): Draft {
  const file = pick(dice, filesIn(folder).slice(first));
  const to = freeName(dice, file);
  return {
    what: `${file} becomes ${to}`,
    files: [
      { file, text: null },
      { file: to, text: sourceOf(file) },
    ],
  };
}

function remove(dice: Dice, folder: string, first: number): Draft {
  const files = filesIn(folder).slice(first);
  if (files.length < 2) throw new NoDraftError(`${folder} would be empty.`);
  const file = pick(dice, files);
  return { what: `${file} is deleted`, files: [{ file, text: null }] };
}

function editSections(dice: Dice): Draft {
  // The hero stays where it is.
  return pick(dice, [addSection, () => move(dice, 'content/home', 1), () => remove(dice, 'content/home', 1)])(dice);
}

function editStages(dice: Dice): Draft {
  const stage = pick(dice, filesIn('content/journey'));
  const ways = [
    () => copyEntry(dice, stage, freeName(dice, stage), ['title', 'deliverable']),
    () => move(dice, 'content/journey', 0),
    () => remove(dice, 'content/journey', 0),
    () => draftOf(stage, { do: 'set', path: ['completed'], value: true }),
  ];
  return pick(dice, ways)();
}

function addResource(dice: Dice): Draft {
  const from = pick(dice, filesIn('content/resources'));
  return copyEntry(
    dice,
    from,
    freeName(dice, from),
    ['title', 'description'],
    [
      { do: 'set', path: ['available'], value: true },
      { do: 'set', path: ['href'], value: pick(dice, ['/research', '/flow', 'https://example.com/checklist']) },
    ],
  );
}

function addCard(dice: Dice): Draft {
  const from = pick(dice, [...filesIn('content/portfolio'), ...filesIn('content/research/focus-areas')]);
  return copyEntry(dice, from, freeName(dice, from), ['title', 'summary', 'description']);
}

function announce(dice: Dice): Draft {
  const from = pick(dice, filesIn(PUBLICATIONS));
  const to = `${PUBLICATIONS}/paper-${numberFrom(dice, 0, 999)}.mdx`;
  return copyEntry(
    dice,
    from,
    to,
    ['title', 'description'],
    [{ do: 'set', path: ['date'], value: `Q${numberFrom(dice, 1, 4)} 2028` }],
  );
}

function publish(dice: Dice): Draft {
  const announced = filesIn(PUBLICATIONS).filter((file) => dataOf(file)['published'] === undefined);
  const day = String(numberFrom(dice, 1, 28)).padStart(2, '0');
  const said = 'In three projects, {company} compared the hours before and after.';
  return draftOf(
    pick(dice, announced),
    { do: 'set', path: ['published'], value: `2026-10-${day}` },
    {
      do: 'set',
      path: [TEXT],
      value: ['## What we measured', rewritten(dice, said), '- One result\n- Another, with **weight**'],
    },
  );
}

/** Edits that add, move or remove files, by what somebody would call them. */
export const FILE_EDITS: Readonly<Record<string, (dice: Dice) => Draft>> = {
  'a section of the home page': editSections,
  'a stage of the journey': editStages,
  'a resource': addResource,
  'a card': addCard,
  'a publication that is announced': announce,
  'a publication that comes out': publish,
};
