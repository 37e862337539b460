import { diffArrays } from 'diff';
import { AGENT_FILE, type Agent } from '../../src/build/knowledge/agent.ts';
import { Fault } from '../../src/lib/fault.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import type { Site } from '../../src/schemas/site.ts';
import type { RemoteAssistant } from './account.ts';
import type { AgentFile, writtenFields } from './agent-file.ts';
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

export type Written = ReturnType<typeof writtenFields>;

/** A field of content that gets the provider's value. */
export interface Edit {
  field: string;
  /** Missing if content can't express the provider's value. */
  apply?: (file: AgentFile) => void;
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

function fieldEdit(field: ContentField, { written, remote, changes, site }: Pulled): Edit {
  const found = isElsewhere(field, changes) ? undefined : valueAt(remote, field.provider);
  const value = field.read ? field.read(found) : found;
  const set = (text: string | number) => (file: AgentFile) => file.set(field.content, text);
  const edit: Edit = {
    field: field.content,
    holds: (_, left) => !left.some(({ path }) => within(field.provider, path)),
    why: (found ?? undefined) === undefined ? 'Vapi has none' : 'content cannot express this value',
  };
  if (typeof value === 'number') edit.apply = set(value);
  if (typeof value === 'string') edit.apply = set(restorePlaceholders(value, String(written[field.content]), site));
  return edit;
}

/** Keeps unchanged entries as they were written. */
function restoreList(items: readonly string[], written: readonly string[], site: Site): string[] {
  const restored: string[] = [];
  let position = 0;
  let replaced: readonly string[] = [];
  const filled = written.map((item) => inOneLine(fillPlaceholders(item, site)));
  for (const { added, removed, value } of diffArrays(filled, [...items])) {
    if (added) {
      const former = (replaced.length > 0 ? replaced : written).join('\n');
      restored.push(...value.map((item) => restorePlaceholders(item, former, site)));
      replaced = [];
      continue;
    }
    const originals = written.slice(position, position + value.length);
    position += value.length;
    if (removed) replaced = originals;
    else restored.push(...originals);
  }
  return restored;
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
    return { ...edit, apply: (file) => file.set(list, restoreList(parts[list], written[list] as string[], site)) };
  });
  const instructions: Edit = {
    field: 'instructions',
    holds: isSame('instructions'),
    why: 'content joins the lines of a paragraph: put empty lines between them in the dashboard, or make a list',
  };
  if (parts.instructions !== unwrap(agent.instructions))
    instructions.apply = (file) =>
      file.setInstructions(parts.instructions, {
        fill: (text) => fillPlaceholders(text, site),
        restore: (text, former) => restorePlaceholders(text, former, site),
      });
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
