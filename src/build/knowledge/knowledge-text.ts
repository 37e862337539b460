import { projectFolder } from '../../lib/project-folder.ts';
import { readSite } from '../integrations/site-copy.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { readPassages } from './passages.ts';

/** Joins lines into one: readers of llms.txt treat each line as an entry. */
const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`))
    .join(' ');

const linkText = (title: string) => title.replaceAll(/[[\]]/g, '\\$&');

/**
 * Everything that the site says, as Markdown in the format of llmstxt.org: the company, its description, then a section
 * for each page or part of the home page, whose entries link to their source. The same content gives the same bytes.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a copy file does not match its schema
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
