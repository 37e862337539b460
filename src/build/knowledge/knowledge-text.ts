import { projectFolder } from '../../lib/project-folder.ts';
import { readSite } from '../integrations/site-copy.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { checkInventory } from '../integrations/copy-inventory.ts';
import { readPassages } from './passages.ts';
import { readQuestions } from './questions.ts';

/** Words as one line of Markdown without links: readers of llms.txt treat each line as an entry, and follow its links. */
const plain = (words: string) =>
  words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]<]/g, '\\$&');

/** Joins the lines of a text into one. */
const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`))
    .map(plain)
    .join(' ');

/**
 * Everything that the site says, as Markdown in the format of llmstxt.org: the company, its description, then a section
 * for each page or part of the home page, whose entries link to their source. The same content gives the same bytes.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a copy file does not match its schema, or the site does not use a file
 */
export function knowledgeText(root = projectFolder): string {
  checkInventory(root);
  const written = readSite(root);
  const site = fillPlaceholders(written, written);
  const asked = readQuestions(root).map(({ subject, question, answer, page }) => ({
    page: subject,
    path: page,
    title: question,
    text: answer,
  }));
  const sections = Map.groupBy([...readPassages(root), ...asked], ({ page }) => page);
  const parts = [...sections].map(([page, passages]) => {
    const entries = passages.map(
      ({ path, title, text }) => `- [${plain(title)}](${new URL(path, site.url).href}): ${inOneLine(text)}`,
    );
    return `## ${plain(page)}\n\n${entries.join('\n')}`;
  });
  return `${[`# ${plain(site.name)}`, `> ${plain(site.description)}`, ...parts].join('\n\n')}\n`;
}
