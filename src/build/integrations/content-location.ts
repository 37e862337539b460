import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isShown } from '../../schemas/copy-files.ts';

/** The most places that a message lists. */
const NAMED = 3;

/**
 * Where a text that pages show is in content/, as a sentence to append to a message: ` See content/site.yaml, line 84.`
 * Empty if no line contains the text unchanged, for example because a figure was filled in.
 *
 * @param text the whole value of a field, an address, or a field with its value, such as `anchor: contact`
 * @param root the folder that contains content/. The default also works in bundled code.
 */
export function contentLocation(text: string, root = process.cwd()): string {
  const whole = new RegExp(`(?:^|[\\s"'(])${RegExp.escape(text)}(?=$|[\\s"')])`);
  const files = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .map((file) => `content/${file.replaceAll('\\', '/')}`)
    .filter(isShown)
    .sort();
  const places = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (whole.test(line) ? `${file}, line ${index + 1}` : [])),
  );
  if (places.length === 0) return '';
  const more = places.length > NAMED ? ' and elsewhere' : '';
  return ` See ${places.slice(0, NAMED).join('; ')}${more}.`;
}
