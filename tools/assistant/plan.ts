import { originOf } from './content-fields.ts';
import { isEqual, type Comparison } from './comparison.ts';
import { AGENT_FILE } from '../../src/build/knowledge/agent.ts';
import type { Change } from './difference.ts';
import { describeChange } from './text-difference.ts';

const kilobytes = (text: string) => `${Math.ceil(Buffer.byteLength(text) / 1000)} KB`;

function describe({ path, before, after }: Change): string {
  const origin = originOf(path);
  const lines = describeChange(before, after).map((line) => `  ${line}`);
  return [origin === undefined || origin === path ? path : `${path} (${origin})`, ...lines].join('\n');
}

function describeKnowledge({ knowledge: { file, uploaded } }: Comparison): string {
  const size = kilobytes(file.text);
  return uploaded
    ? `The text of the site (${file.name}, ${size}) is uploaded, but the assistant does not answer from it.`
    : `The text of the site has changed: ${file.name}, ${size}, is not uploaded yet.`;
}

/** Why no assistant is created, and what to do. */
function describeNamesakes({ namesakes, desired }: Comparison): string {
  const { name } = desired('');
  return [
    `PUBLIC_VAPI_ASSISTANT_ID is not set, but an assistant "${name}" exists already. A second one with that name is not created.`,
    `If it is this site's, put ${namesakes.length === 1 ? 'this line' : 'one of these lines'} into .env:`,
    ...namesakes.map((id) => `  PUBLIC_VAPI_ASSISTANT_ID=${id}`),
    `If it is not, change \`name\` in ${AGENT_FILE}.`,
  ].join('\n');
}

/** The differences, for people: a block for each field, - for the provider's value and + for content's. */
export function describeComparison(comparison: Comparison): string {
  const { remote, changes, knowledge } = comparison;
  if (comparison.namesakes.length > 0) return describeNamesakes(comparison);
  if (remote === undefined)
    return [
      'PUBLIC_VAPI_ASSISTANT_ID is not set: `npm run assistant -- push` creates an assistant from content/assistant/agent.mdx.',
      `It answers from the text of the site (${kilobytes(knowledge.file.text)}).`,
    ].join('\n');
  if (isEqual(comparison)) return `The assistant ${remote.id} matches content/.`;
  return [
    `The assistant ${remote.id} differs from content/ (- Vapi, + content):`,
    ...changes.map(describe),
    ...(knowledge.isUsed ? [] : [describeKnowledge(comparison)]),
  ].join('\n\n');
}

export const describeWarnings = ({ warnings }: Comparison): string[] =>
  warnings.map(({ level, text }) => (level === 'error' ? `ERROR: ${text}` : `Warning: ${text}`));

/** 0: nothing to do; 2: something differs; 1: an error of the account must be fixed first. */
export function exitCodeOf(comparison: Comparison): number {
  if (comparison.warnings.some(({ level }) => level === 'error')) return 1;
  return isEqual(comparison) ? 0 : 2;
}

/** The same for programs. */
export const comparisonJson = (comparison: Comparison): string =>
  JSON.stringify(
    {
      assistantId: comparison.remote?.id ?? null,
      equal: isEqual(comparison),
      changes: comparison.changes.map(({ path, before, after }) => ({
        field: path,
        from: originOf(path) ?? null,
        provider: before ?? null,
        content: after ?? null,
      })),
      knowledge: {
        file: comparison.knowledge.file.name,
        uploaded: comparison.knowledge.uploaded !== undefined,
        used: comparison.knowledge.isUsed,
      },
      warnings: comparison.warnings,
    },
    null,
    2,
  );
