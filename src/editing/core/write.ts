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
 * The data of a copy file, as written: its fields and, for an MDX file, the Markdown of its blocks under TEXT.
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
 * Applies changes to a file's source, in order. Nothing else is touched: other lines, comments and quote styles stay as
 * they are. Each result is parsed again to check that it has the intended values.
 *
 * @param changes or what makes them from the data of the source
 * @param form of the file's schema: it gives the order of new fields, and says which texts are days
 * @returns the source, identical if nothing changes; or why it can't be written and what to do
 */
export function write(
  source: string,
  isMdx: boolean,
  changes: readonly Change[] | ((data: Data) => readonly Change[]),
  form?: Field,
): { text: string } | { refused: string } {
  try {
    const made = typeof changes === 'function' ? changes(read(source, isMdx).data) : changes;
    return { text: written(source, isMdx, made, form) };
  } catch (error) {
    if (error instanceof RefusedError || error instanceof NoSuchPlaceError) return { refused: error.message };
    throw error;
  }
}
