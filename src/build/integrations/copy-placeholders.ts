import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { AGENT_FILE, CALLER } from '../knowledge/agent.ts';
import { fillPlaceholders, placeholderMistake } from '../../schemas/copy.ts';
import { CopyError } from '../../schemas/messages.ts';
import { splitFrontmatter } from '../../schemas/frontmatter.ts';
import { readSite } from './site-copy.ts';

const content = `${normalizePath(projectFolder)}/content/`;
/** What MDX does not evaluate: comments and code samples. */
const UNREAD = /\{\/\*[^]*?\*\/\}|```[^]*?```|`[^`\n]*`/g;
const COMMENT = /\{\/\*[^]*?\*\/\}/g;

/** Escapes a value so that MDX reads it as plain text. */
const literal = (value: string) => value.replace(/[^\p{L}\p{N} .,@-]/gu, (sign) => `&#${String(sign.codePointAt(0))};`);

/** What is wrong if a text uses a component without importing it, or undefined. */
function componentMistake(text: string): string | undefined {
  const read = text.replaceAll(UNREAD, '');
  const names = [...read.matchAll(/<([A-Z]\w*)/g)].map(([, name]) => name ?? '');
  const unknown = names.find((name) => !new RegExp(`^import\\b.*\\b${name}\\b`, 'm').test(read));
  return unknown && `has <${unknown}>, which is not a component. To show it as text, write &lt;${unknown}&gt;.`;
}

/**
 * What is wrong with the placeholders or components in the text of an MDX file, or undefined.
 *
 * @param path of the file, from the project folder
 */
export function mdxTextMistake(text: string, path: string): string | undefined {
  // The agent's instructions are not on any page. Their readers fill in the caller's name.
  const further = path === AGENT_FILE ? [CALLER.slice(1, -1)] : [];
  return placeholderMistake(text.replaceAll(COMMENT, ''), further) ?? componentMistake(text);
}

/**
 * Fills the company's name and figures into the text of an MDX file. MDX itself would read `{company}` as code.
 *
 * @throws CopyError for a placeholder or a component that does not exist
 */
function fillText(file: string): string {
  const source = readFileSync(file, 'utf8');
  const { text } = splitFrontmatter(source);
  const path = relative(projectFolder, file);
  const mistake = mdxTextMistake(text, path);
  if (mistake) throw new CopyError(path, [`the text ${mistake}`]);
  return source.slice(0, source.length - text.length) + fillPlaceholders(text, readSite(), literal);
}

/** Makes `{company}`, `{students-trained}` … work in the text of every MDX file of content/. */
export const copyPlaceholders = (): Plugin => ({
  name: 'copy-placeholders',
  load: {
    filter: { id: /\.mdx$/ },
    handler(id) {
      if (!id.startsWith(content)) return undefined;
      this.addWatchFile(`${content}site.yaml`);
      return fillText(id);
    },
  },
});
