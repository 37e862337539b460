import { readSite } from '../../src/build/integrations/site-copy.ts';
import { readText } from '../../src/build/knowledge/plain-text.ts';
import { fillMarkdown } from '../../src/schemas/copy.ts';

/**
 * The lines of an MDX text as visitors read them: without notes, what is struck out, and footnotes that nothing refers to.
 *
 * @param text what is below the fields of a file
 * @param file path from the project's folder, for the message
 * @throws CopyError if it can't be read
 */
export function shownText(text: string, file: string): string[] {
  const { paragraphs, parts } = readText(fillMarkdown(text, readSite()), file);
  return [...paragraphs, ...parts.flatMap((part) => [part.title, ...part.paragraphs])];
}
