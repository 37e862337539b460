import { projectFolder } from '../../lib/project-folder.ts';
import { readSite } from '../integrations/site-copy.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { readPassages } from './passages.ts';


/** In one line of a list each: a reader of llms.txt takes a line for an entry. */
const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`))
    .join(' ');

const linkText = (title: string) => title.replaceAll(/[[\]]/g, '\\$&');

/**
 * Everything that the site says as one Markdown text, as llmstxt.org has it: the company, what it is, then a section per
 * page or part of the home page, whose entries link to where they stand. The same content gives the same bytes.
 *
 * @param root the folder that holds content/; the project's own, unless it is given
 * @throws CopyError when a copy file is not as its schema wants it
 */
export function knowledgeText(root = projectFolder): string {
  const written = readSite(root);
  const site = fillPlaceholders(written, written);
  const sections = Map.groupBy(readPassages(root), ({ page }) => page);
  const parts = [...sections].map(([page, passages]) => {
    const entries = passages.map(
      ({ path, title, text }) => `- [${linkText(title)}](${new URL(path, site.url).href}): ${inOneLine(text)}`,
    );
    return `## ${page}\n\n${entries.join('\n')}`;
  });
  return `${[`# ${site.name}`, `> ${site.description}`, ...parts].join('\n\n')}\n`;
}
