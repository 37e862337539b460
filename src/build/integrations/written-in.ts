import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many places a message names. */
const NAMED = 3;

/**
 * Where a text stands in content/, as a sentence that can follow a message: ` It stands in content/site.yaml, line 84.`
 * Nothing for a text that stands there in no line as it is, for example because a figure was put into it.
 *
 * @param text a field's whole value, an address, or a field with its value, such as `anchor: contact`
 * @param root the folder that holds content/. The default also holds in code that has been bundled.
 */
export function writtenIn(text: string, root = process.cwd()): string {
  const whole = new RegExp(`(?:^|[\\s"'(])${RegExp.escape(text)}(?=$|[\\s"')])`);
  const files = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(mdx|yaml)$/.test(file))
    .sort();
  const places = files.flatMap((file) =>
    readFileSync(join(root, 'content', file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (whole.test(line) ? `content/${file.replaceAll('\\', '/')}, line ${index + 1}` : [])),
  );
  if (places.length === 0) return '';
  const more = places.length > NAMED ? ' and elsewhere' : '';
  return ` It stands in ${places.slice(0, NAMED).join('; ')}${more}.`;
}
