import { format } from 'oxfmt';
import layout from '../../oxfmt.config.ts';
import type { Section } from './section.ts';

/** A section in a document, with the name of its bench. */
interface Kept {
  name: string;
  text: string;
}

/** A document of results. Each section can be measured again on its own. */
export interface ResultDocument {
  /** Its heading and introduction, in Markdown. */
  head: string;
  /** The names of all sections, in order. */
  order: readonly string[];
}

const START = /^<!-- bench: (\w+) -->$/m;

/** A section begins with a line that names its bench, so that a later run can find it. */
const write = (name: string, { title, command, body }: Section, when: string) => `<!-- bench: ${name} -->

## ${title}

Measured on ${when} with

\`\`\`sh
${command}
\`\`\`

${body}
`;

/** The sections of an earlier document, unless another machine measured them. */
function keptFrom(before: string, machine: string): Kept[] {
  const [head = '', ...parts] = before.split(START);
  if (!squeeze(head).includes(squeeze(machine))) return [];
  return parts.flatMap((text, index) => (index % 2 === 0 ? [{ name: text, text: parts[index + 1] ?? '' }] : []));
}
/** A table without the padding that formatting adds. */
const squeeze = (text: string) => text.replace(/[ -]+/g, '');

/**
 * A document with new sections in place of older ones with the same name.
 *
 * @param before the current document, empty if there is none
 * @param machine the measuring machine; sections of another machine are dropped, as they can't be compared
 * @param when when the new sections were measured
 * @param path the path of the document, for its format
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
  return (await format(path, text, layout)).code;
}
