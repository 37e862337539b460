import { valueAt } from '../../src/editing/core/values.ts';
import { type Path, TEXT, type Value } from '../../src/editing/protocol.ts';
import {
  dataOf,
  type Dice,
  type Draft,
  draftOf,
  filesIn,
  numberFrom,
  pick,
  rewritten,
  type Spot,
  spotsIn,
  textOf,
} from './draft.ts';

const SITE = 'content/site.yaml';
const AGENT = 'content/assistant/agent.mdx';

const isText = ({ field, value }: Spot) =>
  field.kind === 'text' && field.shown === true && field.format === undefined && typeof value === 'string';

/** Rewrites one of the texts of a file. */
function rewrite(dice: Dice, file: string, fits: (spot: Spot) => boolean = () => true): Draft {
  const { path, field, value } = pick(
    dice,
    spotsIn(file).filter((spot) => isText(spot) && fits(spot)),
  );
  const limit = field.kind === 'text' ? field.limit : undefined;
  return draftOf(file, { do: 'set', path, value: rewritten(dice, textOf(value), limit) });
}

/** Rewrites a paragraph of the text below the fields. */
function rewriteParagraph(dice: Dice, file: string): Draft {
  const blocks = (dataOf(file)[TEXT] ?? []) as string[];
  const index = pick(
    dice,
    [...blocks.keys()].filter((key) => /^\w|^\{/.test(blocks[key] ?? '')),
  );
  return draftOf(file, { do: 'set', path: [TEXT, index], value: rewritten(dice, blocks[index] ?? '') });
}

/** Adds, moves or removes an entry of a list, within the limits of its length. */
function editList(dice: Dice, file: string, fits: (path: Path) => boolean = () => true): Draft {
  const { path, field, value } = pick(
    dice,
    spotsIn(file).filter((spot) => spot.field.kind === 'list' && fits(spot.path)),
  );
  const list = value as Value[];
  const at = numberFrom(dice, 0, list.length - 1);
  const { least = 0, most = Infinity } = field.kind === 'list' ? field : {};
  const ways = [
    ...(list.length < most && list.length > 0 ? ['insert'] : []),
    ...(list.length > Math.max(1, least) ? ['remove'] : []),
    ...(list.length > 1 ? ['move'] : []),
  ];
  switch (pick(dice, ways)) {
    case 'remove':
      return draftOf(file, { do: 'remove', path: [...path, at] });
    case 'move':
      return draftOf(file, { do: 'move', path: [...path, at], to: numberFrom(dice, 0, list.length - 1) });
    default: {
      // A copy of an entry, with other words.
      const like = list[at] ?? '';
      const entry = typeof like === 'string' ? rewritten(dice, like) : like;
      const change = { do: 'insert', path: [...path, list.length], value: entry } as const;
      const texts = spotsIn(file).filter(
        (spot) => isText(spot) && [...path, at].every((part, index) => spot.path[index] === part),
      );
      const [text] = typeof like === 'string' ? [] : texts;
      if (!text) return draftOf(file, change);
      const inEntry = [...path, list.length, ...text.path.slice(path.length + 1)];
      return draftOf(file, change, { do: 'set', path: inEntry, value: rewritten(dice, textOf(text.value)) });
    }
  }
}

/** Raises all numbers of a figure equally: `6-8 weeks` can become `9-11 weeks`. */
function changeFigure(dice: Dice): Draft {
  const path = ['figures', pick(dice, Object.keys(dataOf(SITE)['figures'] as object)), 'value'];
  const more = numberFrom(dice, 1, 9);
  const value = textOf(valueAt(dataOf(SITE), path)).replaceAll(/\d+/g, (digits) => String(Number(digits) + more));
  return draftOf(SITE, { do: 'set', path, value });
}

const COMPANY: [field: string, values: string[]][] = [
  ['name', ['Acme Works', "O'Neill & Söhne", 'R&D: Lab No. 1']],
  ['email', ['talk@acme.example', 'first.last+news@sub.acme.example']],
  ['phone', ['+49 30 1234567', '+44 20 7946 0000']],
  ['tagline', ['We build what is used.', 'Made by {company}, with {students-trained} students']],
];

function changeCompany(dice: Dice): Draft {
  const [field, values] = pick(dice, COMPANY);
  return draftOf(SITE, { do: 'set', path: [field], value: pick(dice, values) });
}

function addSocialAddress(dice: Dice): Draft {
  const icons = dataOf(SITE)['social'] as { network: string }[];
  const at = pick(dice, [...icons.keys()]);
  const value = `https://www.${icons[at]?.network ?? ''}.com/acme-${numberFrom(dice, 0, 99)}`;
  return draftOf(SITE, { do: 'set', path: ['social', at, 'href'], value });
}

function changeHours(dice: Dice): Draft {
  const from = `0${pick(dice, [7, 8, 9])}:${pick(dice, ['00', '30'])}`;
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].slice(0, numberFrom(dice, 1, 5));
  return draftOf(
    SITE,
    { do: 'set', path: ['bookings', 'from'], value: from },
    { do: 'set', path: ['bookings', 'days'], value: days },
  );
}

function changeAgent(dice: Dice): Draft {
  const ways = [
    () => rewrite(dice, AGENT, ({ path }) => path[0] === 'may' || path[0] === 'mayNot'),
    () => editList(dice, AGENT),
    () => rewrite(dice, AGENT),
    () => rewriteParagraph(dice, AGENT),
  ];
  return pick(dice, ways)();
}

const isHeadline = ({ path }: Spot) => path.length === 1 && path[0] === 'heading';
const withHeadline = (): string[] =>
  [...filesIn('content/home'), ...filesIn('content/pages')].filter((file) => spotsIn(file).some(isHeadline));

/** Edits within a file, by what somebody would call them. */
export const FIELD_EDITS: Readonly<Record<string, (dice: Dice) => Draft>> = {
  'a headline': (dice) => rewrite(dice, pick(dice, withHeadline()), isHeadline),
  'a line of text': (dice) => rewrite(dice, pick(dice, filesIn('content'))),
  'a paragraph of a legal text': (dice) => rewriteParagraph(dice, pick(dice, filesIn('content/legal'))),
  'a figure': changeFigure,
  'what the agent says or may': changeAgent,
  'a sentence of a mail': (dice) => rewrite(dice, pick(dice, filesIn('content/emails'))),
  'an entry of a list': (dice) => editList(dice, pick(dice, filesIn('content'))),
  'a label or message of a form': (dice) => rewrite(dice, pick(dice, filesIn('content/forms'))),
  'the company': changeCompany,
  'a social address': addSocialAddress,
  'the hours of demos': changeHours,
};
