import { textRuleMistakes } from '../../../src/build/text-rules.ts';
import { copyFileOf, showsText } from '../../../src/schemas/copy-files.ts';
import { readCopy } from '../../../src/schemas/messages.ts';
import { textMistake, bodyText } from '../../../src/schemas/body-text.ts';
import { TEXT, type Mistake, type Value } from '../../../src/editing/protocol.ts';

/** A message as a sentence of its own: the schemas' messages continue after the field's name. */
export const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/**
 * All mistakes that a build would report for a single copy file, with the same messages.
 *
 * @param file relative to the project folder
 * @param data its fields, and the blocks of its text under {@link TEXT}
 * @param source the source of the file
 */
export function mistakesIn(file: string, data: Readonly<Record<string, Value>>, source: string): Mistake[] {
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
  if (!file.endsWith('.mdx')) return once(ofFields);
  const wrong = textMistake(showsText(kind, fields), bodyText(source));
  return once([
    ...ofFields,
    ...(wrong === undefined ? [] : [{ path: [TEXT], message: asSentence(wrong) }]),
    ...textRuleMistakes(source).map((mistake) => ({ path: [TEXT], message: asSentence(mistake) })),
  ]);
}

/** Removes duplicates: several variants of a union can report the same mistake. */
const once = (mistakes: readonly Mistake[]): Mistake[] => [
  ...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values(),
];
