import { format, resolveConfig } from 'prettier';
import type { Section } from './section.ts';

/** A section as it stands in docs/performance.md, under the name of its bench. */
interface Kept {
  name: string;
  text: string;
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
 * docs/performance.md with new sections in the place of older ones of the same bench.
 *
 * @param before the document as it is, empty when there is none
 * @param machine what measured; sections of another machine are left out, as they can't be compared
 * @param when when the new ones were measured
 * @param order the names of all benches, as their sections shall follow each other
 */
export async function composeDocument(
  before: string,
  machine: string,
  fresh: ReadonlyMap<string, Section>,
  order: readonly string[],
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
  const text = `# Performance

Written by \`npm run bench\` (\`tests/bench\`); don't edit it by hand. Every section can be measured again alone, with the
command that stands in it: the others stay, as long as it is the same machine. Times differ by some per cent from run to
run, and more when the machine does something else: the load is the average number of programs that wanted a processor
before a section began. KB are KiB.

${machine}

${sections.filter(Boolean).join('\n')}`;
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown' });
}
