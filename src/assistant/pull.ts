import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffArrays } from 'diff';
import { readSite } from '../integrations/site-copy.ts';
import { AGENT_FILE, parseAgent, type Agent } from '../knowledge/agent.ts';
import { Fault } from '../local/fault.ts';
import { projectFolder } from '../local/folder.ts';
import { fillPlaceholders } from '../schemas/copy.ts';
import { CopyError } from '../schemas/messages.ts';
import type { Site } from '../schemas/site.ts';
import type { RemoteAssistant } from './account.ts';
import { AgentFile, writtenFields } from './agent-file.ts';
import { CONTENT_FIELDS, KNOWLEDGE_FILES, SYSTEM_MESSAGE, type ContentField } from './content-fields.ts';
import { desiredAssistant } from './desired-assistant.ts';
import { difference, KINDS, valueAt, type Change } from './difference.ts';
import { restorePlaceholders } from './restore-placeholders.ts';
import type { Settings } from './settings.ts';
import { HEADINGS, inOneLine, parseSystemMessage, unwrap } from './system-message.ts';
import { describeChange } from './text-difference.ts';

type Written = ReturnType<typeof writtenFields>;

const within = (path: string, parent: string) => path === parent || path.startsWith(`${parent}.`);

/** Whether the field stands in an object that is another thing at the provider, for example another hook. */
function isElsewhere({ provider }: ContentField, changes: readonly Change[]): boolean {
  return changes.some(({ path }) => {
    const keys = path.split('.');
    const isKind = KINDS.includes(keys.at(-1) ?? '') && !CONTENT_FIELDS.some((field) => field.provider === path);
    return isKind && within(provider, keys.slice(0, -1).join('.'));
  });
}

/** Entries as they were written where they have not changed. */
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

function pullSystemMessage(file: AgentFile, agent: Agent, written: Written, message: unknown, site: Site): void {
  const parts = typeof message === 'string' ? parseSystemMessage(message) : undefined;
  if (!parts)
    throw new Fault(
      `The instructions at Vapi no longer have the sections that content has: the text, then ${Object.values(HEADINGS)
        .map((heading) => `"${heading}"`)
        .join(
          ', ',
        )}, the first two of these with a list. Nothing was changed.\nRestore these headings in the dashboard and ` +
        `try again, or write what is new into ${AGENT_FILE} and bring it there with push.`,
    );
  for (const list of ['may', 'mayNot'] as const)
    if (parts[list].join('\n') !== agent[list].map(inOneLine).join('\n'))
      file.set(list, restoreList(parts[list], written[list] as string[], site));
  if (parts.instructions !== unwrap(agent.instructions))
    file.setInstructions(parts.instructions, {
      fill: (text) => fillPlaceholders(text, site),
      restore: (text, former) => restorePlaceholders(text, former, site),
    });
}

function describe(before: Written, after: Written): string[] {
  const inWords = (value: unknown) => (Array.isArray(value) ? value.join('\n') : value);
  return Object.entries(after).flatMap(([path, value]) => {
    const [was, is] = [inWords(before[path]), inWords(value)];
    return was === is ? [] : [[path, ...describeChange(was, is).map((line) => `  ${line}`)].join('\n')];
  });
}

/**
 * Content with what the provider has in those fields that content has too.
 *
 * @param source of content/assistant/agent.mdx
 * @returns the new source, what has changed in it, and the paths of what still differs: content has no field for it
 * @throws Fault when the provider's texts don't fit into content
 */
export function pulledAgent(
  source: string,
  remote: RemoteAssistant,
  settings: Pick<Settings, 'reportUrl' | 'reportCredentialId'>,
  site: Site,
): { source: string; changes: string[]; left: string[] } {
  const agent = parseAgent(source, site);
  const differing = (of: Agent) =>
    difference(desiredAssistant(of, '', settings), remote).filter(({ path }) => !within(path, KNOWLEDGE_FILES));
  const changes = differing(agent);
  const written = writtenFields(source);
  const file = new AgentFile(source);
  for (const field of CONTENT_FIELDS) {
    if (!changes.some(({ path }) => within(field.provider, path)) || isElsewhere(field, changes)) continue;
    const found = valueAt(remote, field.provider);
    const value = field.read ? field.read(found) : found;
    const former = written[field.content];
    if (typeof value === 'number') file.set(field.content, value);
    else if (typeof value === 'string') file.set(field.content, restorePlaceholders(value, String(former), site));
  }
  if (changes.some(({ path }) => within(SYSTEM_MESSAGE, path)))
    pullSystemMessage(file, agent, written, valueAt(remote, SYSTEM_MESSAGE), site);

  const pulled = file.toString();
  try {
    const left = differing(parseAgent(pulled, site)).map(({ path }) => path);
    return { source: pulled, changes: describe(written, writtenFields(pulled)), left };
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    throw new Fault(
      `What is at Vapi does not fit into content. Nothing was changed. With it, ${error.message}\nCorrect it in the dashboard and try again.`,
    );
  }
}

/**
 * Writes what the provider has into content/assistant/agent.mdx.
 *
 * @returns what was done, for people
 * @throws Fault when the provider's texts don't fit; nothing is changed then
 */
export function pull(remote: RemoteAssistant, settings: Settings): string {
  const path = join(projectFolder, AGENT_FILE);
  const before = readFileSync(path, 'utf8');
  const { source, changes, left } = pulledAgent(before, remote, settings, readSite());
  if (source !== before) {
    // Put in place in one step: a crash leaves no half a file.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, source);
    renameSync(draft, path);
  }
  const done =
    changes.length === 0
      ? [`${AGENT_FILE} has what Vapi has.`]
      : [`Changed in ${AGENT_FILE} (- before, + from Vapi):`, ...changes];
  if (left.length === 0) return done.join('\n\n');
  return [
    ...done,
    `Left as it is, because content has no field for it: ${left.join(', ')}.\n\`npm run assistant -- plan\` shows it, \`push\` sets it as content wants it.`,
  ].join('\n\n');
}
