import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { AGENT_FILE, parseAgent, type Agent } from '../../src/build/knowledge/agent.ts';
import { textRuleMistakes } from '../../src/build/text-rules.ts';
import { formOfFile } from '../../src/editing/core/file-form.ts';
import { write } from '../../src/editing/core/write.ts';
import { TEXT } from '../../src/editing/protocol.ts';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { COMMENT } from '../../src/schemas/body-text.ts';
import { CopyError } from '../../src/schemas/messages.ts';
import type { Site } from '../../src/schemas/site.ts';
import type { RemoteAssistant } from './account.ts';
import { CONTENT_FIELDS, KNOWLEDGE_FILES, SYSTEM_MESSAGE } from './content-fields.ts';
import { desiredAssistant } from './desired-assistant.ts';
import { difference, type Change } from './difference.ts';
import { valueAt } from './list-entries.ts';
import { editsOf, within, writtenFields, type Edit, type Written } from './pull-edits.ts';
import type { Settings } from './settings.ts';
import { composeSystemMessage, sameSection, sectionsOf, unwrap } from './system-message.ts';
import { describeChange } from './text-difference.ts';

function describe(before: Written, after: Written): string[] {
  const inWords = (value: unknown) =>
    Array.isArray(value) ? value.map((text: string) => unwrap(text.replaceAll(COMMENT, ''))).join('\n') : value;
  return Object.entries(after).flatMap(([path, value]) => {
    const [was, is] = [inWords(before[path]), inWords(value)];
    const name = path === TEXT ? 'instructions' : path;
    return was === is ? [] : [[name, ...describeChange(was, is).map((line) => `  ${line}`)].join('\n')];
  });
}

/** @throws Fault when the source is not valid content */
function parsed(source: string, site: Site): Agent {
  try {
    return parseAgent(source, site);
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    throw new Fault(
      `The assistant at Vapi does not fit into content. Nothing was changed. The result would be invalid: ${error.message}\nFix it in the dashboard and try again.`,
    );
  }
}

const writeEdits = (source: string, edits: readonly Edit[]) =>
  write(
    source,
    true,
    edits.flatMap(({ steps = [] }) => steps),
    formOfFile(AGENT_FILE),
  );

/** The edit, or one without steps if the editor's writer refuses them, or the checks of texts. */
function acceptable(source: string, edit: Edit): Edit {
  const result = writeEdits(source, [edit]);
  const [why] = 'refused' in result ? [result.refused] : textRuleMistakes(result.text.replaceAll('\r\n', '\n'));
  return why === undefined ? edit : { ...edit, steps: [], why };
}

/** The remaining differences that no content field covers. */
function withoutField(agent: Agent, remote: RemoteAssistant, changes: readonly Change[]): string[] {
  const message = sectionsOf(String(valueAt(remote, SYSTEM_MESSAGE)));
  const isOurKnowledge = sameSection('knowledge', message, sectionsOf(composeSystemMessage(agent)));
  const ofContent = [...CONTENT_FIELDS.map(({ provider }) => provider), ...(isOurKnowledge ? [SYSTEM_MESSAGE] : [])];
  return changes.map(({ path }) => path).filter((path) => !ofContent.some((provider) => within(provider, path)));
}

/** The result of a pull. */
export interface PulledContent {
  source: string;
  changes: string[];
  /** Content fields that keep their old value, each with the reason. */
  unheld: string[];
  /** Paths of differing values that no content field covers. */
  left: string[];
}

/**
 * Content with the provider's values in the fields that both have. A field keeps its old value if content can't express
 * the provider's value exactly, because the next push would change it at the provider.
 *
 * @param source of content/assistant/agent.mdx
 * @throws Fault when the provider's texts don't fit into content
 */
export function pulledAgent(
  source: string,
  remote: RemoteAssistant,
  settings: Pick<Settings, 'reportUrl' | 'reportCredentialId'>,
  site: Site,
): PulledContent {
  const differing = (of: Agent) =>
    difference(desiredAssistant(of, '', settings), remote).filter(({ path }) => !within(path, KNOWLEDGE_FILES));
  const agent = parseAgent(source, site);
  const written = writtenFields(source);
  const unheld: Edit[] = [];
  let edits = editsOf({ agent, written, remote, changes: differing(agent), site }).map((edit) =>
    acceptable(source, edit),
  );
  for (;;) {
    const made = writeEdits(source, edits);
    if ('refused' in made)
      throw new Fault(`The assistant at Vapi does not fit into content. Nothing was changed. ${made.refused}`);
    const pulled = made.text;
    const result = parsed(pulled, site);
    const changes = differing(result);
    const failed = edits.filter(({ holds }) => !holds(result, changes));
    if (failed.length === 0) {
      const left = withoutField(result, remote, changes);
      const isSpace = changes.length > 0 && left.length === 0 && unheld.length === 0;
      return {
        source: pulled,
        changes: describe(written, writtenFields(pulled)),
        unheld: isSpace
          ? ['instructions (only white space differs)']
          : unheld.map(({ field, why }) => `${field} (${why})`),
        left,
      };
    }
    unheld.push(...failed);
    edits = edits.filter((edit) => !failed.includes(edit));
  }
}

/**
 * Writes the provider's values into content/assistant/agent.mdx.
 *
 * @returns a summary, for people
 * @throws Fault when the provider's texts don't fit; then nothing is changed
 */
export function pull(remote: RemoteAssistant, settings: Settings): string {
  const path = join(projectFolder, AGENT_FILE);
  const before = readFileSync(path, 'utf8');
  const { source, changes, unheld, left } = pulledAgent(before, remote, settings, readSite());
  if (source !== before) {
    // Renamed into place, so that a crash leaves no partial file.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, source);
    renameSync(draft, path);
  }
  const isDone = unheld.length === 0 && left.length === 0;
  return [
    ...(changes.length > 0 ? [`Changed in ${AGENT_FILE} (- before, + from Vapi):`, ...changes] : []),
    ...(changes.length === 0 && isDone ? [`${AGENT_FILE} matches Vapi.`] : []),
    ...(changes.length === 0 && !isDone ? [`${AGENT_FILE} is unchanged.`] : []),
    ...unheld.map((field) => `Not changed in ${AGENT_FILE}: ${field}.`),
    ...(left.length > 0 ? [`Not pulled, because content has no field for it: ${left.join(', ')}.`] : []),
    ...(isDone ? [] : ['`npm run assistant -- plan` shows what still differs; `push` sets it to what content has.']),
  ].join('\n\n');
}
