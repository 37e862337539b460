import { bodyText, textMistake } from '../../schemas/body-text.ts';
import { copyFileOf, nameOf, showsText } from '../../schemas/copy-files.ts';
import { nameMistake } from '../../schemas/file-name.ts';
import { readCopy } from '../../schemas/messages.ts';
import { textRuleMistakes } from '../../schemas/text-rules.ts';
import { TEXT, type Mistake, type Path, type Value } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import { siteOf } from './site-of.ts';

/** A message as a sentence of its own: the schemas' messages continue after the field's name. */
export const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/**
 * A mistake in a file that is not being changed.
 *
 * @param title of the file in the list of all content
 * @param path of the place in it
 */
export const inOtherFile = (title: string, file: string, path: Path, message: string): Mistake => ({
  path: [],
  message: `${asSentence(message)} It is in “${copyFileOf(file)?.group ?? ''} · ${title}”.`,
  elsewhere: { file, path },
});

/**
 * All mistakes that a build would report for a single copy file, with the same messages.
 *
 * @param source has the company's name and the figures that texts refer to
 * @param file relative to the project folder
 * @param data its fields, and the blocks of its text under {@link TEXT}
 * @param text all of the file
 * @throws CopyError if the file has a text, and content/site.yaml can't be used
 */
export function mistakesIn(
  source: CopySource,
  file: string,
  data: Readonly<Record<string, Value>>,
  text: string,
): Mistake[] {
  const kind = copyFileOf(file);
  if (!kind) return [{ path: [], message: 'Nothing on the site shows this file.' }];
  const { [TEXT]: _, ...fields } = data;
  const result = readCopy(kind.schema, fields);
  const ofFields =
    'mistakes' in result
      ? result.mistakes.map((mistake) => ({
          path: mistake.path.map((part) => (typeof part === 'number' ? part : String(part))),
          message: asSentence(mistake.message),
        }))
      : [];
  const ofName = nameMistake(nameOf(file), kind.taken);
  const ofFile = [...(ofName === undefined ? [] : [{ path: [], message: asSentence(ofName) }]), ...ofFields];
  if (!file.endsWith('.mdx')) return once(ofFile);
  const wrong = textMistake(showsText(kind, fields), bodyText(text));
  return once([
    ...ofFile,
    ...(wrong === undefined ? [] : [{ path: [TEXT], message: asSentence(wrong) }]),
    ...textRuleMistakes(text, siteOf(source)).map((mistake) => ({ path: [TEXT], message: asSentence(mistake) })),
  ]);
}

/** Removes duplicates: several variants of a union can report the same mistake. */
const once = (mistakes: readonly Mistake[]): Mistake[] => [
  ...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values(),
];
