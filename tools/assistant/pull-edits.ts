import { diffArrays } from 'diff';
import { AGENT_FILE, type Agent } from '../../src/build/knowledge/agent.ts';
import { read } from '../../src/editing/core/write.ts';
import { TEXT, type Change as Step } from '../../src/editing/protocol.ts';
import { Fault } from '../../src/lib/fault.ts';
import { COMMENT } from '../../src/schemas/body-text.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import type { Site } from '../../src/schemas/site.ts';
import type { RemoteAssistant } from './account.ts';
import { CONTENT_FIELDS, SYSTEM_MESSAGE, type ContentField } from './content-fields.ts';
import type { Change } from './difference.ts';
import { valueAt } from './list-entries.ts';
import { KINDS } from './merge.ts';
import { restorePlaceholders } from './restore-placeholders.ts';
import {
  composeSystemMessage,
  HEADINGS,
  inOneLine,
  parseSystemMessage,
  sameSection,
  sectionsOf,
  unwrap,
} from './system-message.ts';

/** The fields of content/assistant/agent.mdx as written, with placeholders, by dotted path; the text in blocks. */
export type Written = Readonly<Record<string, unknown>>;

/** Reads the fields of the source of content/assistant/agent.mdx. */
export function writtenFields(source: string): Written {
  const leaves = (value: unknown, path: string): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
      : [[path, value]];
  return Object.fromEntries(leaves(read(source, true).data, ''));
}

/** A field of content that gets the provider's value. */
export interface Edit {
  field: string;
  /** Missing if content can't express the provider's value. */
  steps?: Step[];
  /** Whether the edited content produces the provider's value again. */
  holds: (agent: Agent, changes: readonly Change[]) => boolean;
  /** The reason, if it does not. */
  why: string;
}

/** The input for edits. */
export interface Pulled {
  agent: Agent;
  written: Written;
  remote: RemoteAssistant;
  changes: readonly Change[];
  site: Site;
}

/** Whether a path is equal to another one or inside it. */
export const within = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}.`);

/** Whether the field's object is of another kind at the provider, for example another action of a hook. */
function isElsewhere({ provider }: ContentField, changes: readonly Change[]): boolean {
  return changes.some(({ path }) => {
    const keys = path.split('.');
    const isKind = KINDS.includes(keys.at(-1) ?? '') && !CONTENT_FIELDS.some((field) => field.provider === path);
    return isKind && within(provider, keys.slice(0, -1).join('.'));
  });
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function fieldEdit(field: ContentField, { written, remote, changes, site }: Pulled): Edit {
  const found = isElsewhere(field, changes) ? undefined : valueAt(remote, field.provider);
  const value = field.read ? field.read(found) : found;
  const set = (text: string | number): Step[] => [{ do: 'set', path: field.content.split('.'), value: text }];
  const edit: Edit = {
    field: field.content,
    holds: (_, left) => !left.some(({ path }) => within(field.provider, path)),
    why: (found ?? undefined) === undefined ? 'Vapi has none' : 'content cannot express this value',
  };
  if (typeof value === 'number') edit.steps = set(value);
  if (typeof value === 'string') edit.steps = set(restorePlaceholders(value, String(written[field.content]), site));
  const texts = written[field.content];
  if (isTextList(value) && isTextList(texts))
    edit.steps = stepsTo(field.content.split('.'), value, texts, site, inOneLine);
  return edit;
}

/** The maximum length of a line of the instructions (characters). */
const LINE = 120;

/** Wraps a line, except where the next line would start with the mark of a list, heading or quote. */
function wrap(line: string): string {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    const isMark = /^([-*+>]|\d+[.)]|#{1,6})$/.test(word);
    if (last === undefined || (last.length + 1 + word.length > LINE && !isMark)) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

/**
 * The steps to a list of texts. Unchanged ones stay as they are written. A changed one keeps its place, and so the
 * comment above it.
 *
 * @param list the path of the list
 * @param plain converts a written text to what the provider gets, with placeholders
 * @param put converts texts to what is written in the place of former ones
 */
function stepsTo(
  list: readonly string[],
  texts: readonly string[],
  written: readonly string[],
  site: Site,
  plain: (text: string) => string,
  put: (texts: readonly string[], former: readonly string[]) => readonly string[] = (same) => same,
): Step[] {
  const steps: Step[] = [];
  let [at, position] = [0, 0];
  let former: readonly string[] = [];
  const replaceFormer = (instead: readonly string[]) => {
    instead.forEach((value, n) =>
      steps.push({ do: n < former.length ? 'set' : 'insert', path: [...list, at + n], value }),
    );
    at += instead.length;
    for (let n = instead.length; n < former.length; n += 1) steps.push({ do: 'remove', path: [...list, at] });
    former = [];
  };
  const filled = written.map((text) => fillPlaceholders(plain(text), site));
  for (const { added, removed, value } of diffArrays(filled, [...texts])) {
    if (added) {
      const words = (former.length > 0 ? former : written).map(plain).join('\n');
      const restored = value.map((text) => restorePlaceholders(text, words, site));
      replaceFormer(put(restored, former));
      continue;
    }
    replaceFormer(put([], former));
    if (removed) former = written.slice(position, position + value.length);
    else at += value.length;
    position += value.length;
  }
  replaceFormer(put([], former));
  return steps;
}

function messageEdits({ agent, written, remote, site }: Pulled): Edit[] {
  const message = valueAt(remote, SYSTEM_MESSAGE);
  const parts = typeof message === 'string' ? parseSystemMessage(message) : undefined;
  if (typeof message !== 'string' || !parts)
    throw new Fault(
      `The instructions at Vapi no longer have the same sections as content: the text, then ${Object.values(HEADINGS)
        .map((heading) => `"${heading}"`)
        .join(
          ', ',
        )}, the first two with a list below them. Nothing was changed.\nRestore these headings in the dashboard and ` +
        `try again, or write the changes into ${AGENT_FILE} and push them.`,
    );
  const sections = sectionsOf(message);
  const isSame = (name: 'instructions' | 'may' | 'mayNot') => (of: Agent) =>
    sameSection(name, sections, sectionsOf(composeSystemMessage(of)));
  const lists = (['may', 'mayNot'] as const).map((list): Edit => {
    const edit = { field: list, holds: isSame(list), why: 'an entry in content cannot have entries of its own' };
    if (parts[list].join('\n') === agent[list].map(inOneLine).join('\n')) return edit;
    return { ...edit, steps: stepsTo([list], parts[list], written[list] as string[], site, inOneLine) };
  });
  const instructions: Edit = {
    field: 'instructions',
    holds: isSame('instructions'),
    why: 'content joins the lines of a paragraph: put empty lines between them in the dashboard, or make a list',
  };
  if (parts.instructions !== unwrap(agent.instructions)) {
    const plain = (block: string) => unwrap(block.replaceAll(COMMENT, ''));
    const put = (texts: readonly string[], former: readonly string[]) => {
      // Comments of paragraphs that go are kept.
      const notes = former.flatMap((block) => block.match(COMMENT) ?? []);
      const lines = texts.join('\n\n').split('\n').map(wrap).join('\n');
      return notes.length + texts.length > 0 ? [[...notes, lines].join('\n\n')] : [];
    };
    const wanted = parts.instructions.split('\n\n');
    instructions.steps = stepsTo([TEXT], wanted, written[TEXT] as string[], site, plain, put);
  }
  return [...lists, instructions];
}

/**
 * An edit for each content field that has another value at the provider.
 *
 * @throws Fault when the provider's instructions have lost their sections
 */
export function editsOf(pulled: Pulled): Edit[] {
  const differs = (provider: string) => pulled.changes.some(({ path }) => within(provider, path));
  return [
    ...CONTENT_FIELDS.filter(({ provider }) => differs(provider)).map((field) => fieldEdit(field, pulled)),
    ...(differs(SYSTEM_MESSAGE) ? messageEdits(pulled) : []),
  ];
}
