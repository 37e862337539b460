import { type Change, TEXT } from '../protocol.ts';
import type { Field } from './field.ts';
import { orderOf } from './form-order.ts';
import { readMarkdown } from './markdown-blocks.ts';
import { changedMarkdown } from './markdown-text.ts';
import { refined } from './refine.ts';
import { RefusedError, unsafeRefused } from './refused-error.ts';
import { eolOf } from './source-lines.ts';
import { joinSource, type SourceParts, splitSource } from './source-parts.ts';
import { applyChange, type Data, NoSuchPlaceError } from './values.ts';
import { type Fields, readFields } from './yaml-fields.ts';
import { changedFields } from './yaml-text.ts';

const fieldsOf = ({ before, fields }: SourceParts, eol: string): Fields =>
  readFields(fields, eol, before.split('\n').length - 1);

const textOf = (text: string) => readMarkdown(text).blocks.map((block) => block.text);

/**
 * What a copy file holds, as it is written: its fields and, of an MDX file, below TEXT the Markdown of the blocks of its
 * text.
 *
 * @throws RefusedError when it can't be read
 */
export function read(source: string, isMdx: boolean): { data: Data } {
  const parts = splitSource(source, isMdx);
  const { data } = fieldsOf(parts, eolOf(source));
  return { data: isMdx ? { ...data, [TEXT]: textOf(parts.text) } : data };
}

const isOfText = ({ path }: Change) => path[0] === TEXT;

function written(source: string, isMdx: boolean, changes: readonly Change[], form: Field | undefined): string {
  const parts = splitSource(source, isMdx);
  const order = orderOf(form);
  const eol = eolOf(source);
  let fields = fieldsOf(parts, eol);
  let blocks: Data = isMdx ? { [TEXT]: textOf(parts.text) } : {};
  const textChanges: Change[] = [];
  for (const change of changes) {
    if (!isOfText(change)) {
      if (isMdx && parts.before === '')
        throw new RefusedError(
          'The file has no fields between two lines of three hyphens. Ask a developer to add them.',
        );
      for (const step of refined(fields.data, change)) fields = changedFields(fields, step, order);
      continue;
    }
    if (!isMdx || (change.path.length === 1 && change.do !== 'set')) throw new NoSuchPlaceError(change.path);
    for (const step of refined(blocks, change)) {
      blocks = applyChange(blocks, step);
      textChanges.push(step);
    }
  }
  const text = textChanges.length > 0 ? changedMarkdown(parts.text, textChanges, eol) : parts.text;
  const between =
    text !== '' && parts.between !== '' && !parts.between.endsWith('\n') ? parts.between + eol : parts.between;
  const result = joinSource({ ...parts, fields: fields.source, between, text });
  const again = splitSource(result, isMdx);
  if (again.fields !== fields.source || again.text !== text) throw unsafeRefused();
  return result;
}

/**
 * A file's source with changes made in it, one after the other. Nothing but what they name is touched: other lines, notes
 * and ways of writing stay as they are. Each result is read again, and holds what it should.
 *
 * @param form of the file's schema: in its order new fields are put in, and by it days are told from texts
 * @returns the source, the very same if nothing changes; or, in words, why it can't be written and what to do
 */
export function write(
  source: string,
  isMdx: boolean,
  changes: readonly Change[],
  form?: Field,
): { text: string } | { refused: string } {
  try {
    return { text: written(source, isMdx, changes, form) };
  } catch (error) {
    if (error instanceof RefusedError || error instanceof NoSuchPlaceError) return { refused: error.message };
    throw error;
  }
}
