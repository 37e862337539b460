import { format, resolveConfig } from 'prettier';
import type { Section } from './section.ts';

/** A section as it stands in a document, under the name of what measured it. */
interface Kept {
  name: string;
  text: string;
}

/** A document of results, each section of which can be measured again alone. */
export interface ResultDocument {
  /** Its heading and what stands below it, in Markdown. */
  head: string;
  /** The names of all sections, as they shall follow each other. */
  order: readonly string[];
}

const START = /^<!-- bench: (\w+) -->$/m;

/** A section begins with a line that names its bench, by which a later run finds it again. */
const write = (name: string, { title, command, body }: Section, when: string) => `<!-- bench: ${name} -->

## ${title}

Measured on ${when} with

\`\`\`sh
${command}
\`\`\`

${body}
`;

/** The sections of a document that was written before, unless another machine measured them. */
function keptFrom(before: string, machine: string): Kept[] {
  const [head = '', ...parts] = before.split(START);
  if (!squeeze(head).includes(squeeze(machine))) return [];
  return parts.flatMap((text, index) => (index % 2 === 0 ? [{ name: text, text: parts[index + 1] ?? '' }] : []));
}
/** A table as it was before it was formatted. */
const squeeze = (text: string) => text.replace(/[ -]+/g, '');

/**
 * A document with new sections in the place of older ones of the same name.
 *
 * @param before the document as it is, empty when there is none
 * @param machine what measured; sections of another machine are left out, as they can't be compared
 * @param when when the new ones were measured
 * @param path where the document will be, for its format
 */
export async function composeDocument(
  { head, order }: ResultDocument,
  before: string,
  machine: string,
  fresh: ReadonlyMap<string, Section>,
  when: string,
  path: string,
): Promise<string> {
  const kept = keptFrom(before, machine);
  const sections = order.map((name) => {
    const section = fresh.get(name);
    const old = kept.find((one) => one.name === name);
    if (section) return write(name, section, when);
    return old ? `<!-- bench: ${name} -->\n${old.text}` : '';
  });
  const text = `${head}\n\n${machine}\n\n${sections.filter(Boolean).join('\n')}`;
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown' });
}
