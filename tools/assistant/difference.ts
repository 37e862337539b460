import { isFields, isScalarList, joinPath, lastKey, sameMembers } from './fields.ts';
import { entryName } from './list-entries.ts';
import { merged } from './merge.ts';
import { shownForeign, shownFormer } from './shown-value.ts';

/** One value of the assistant that is not as content wants it. Undefined stands for "not there". */
export interface Change {
  /**
   * In the provider's words, dotted: `hooks.ask-after-silence.options.timeoutSeconds`. Tools, knowledge bases and hooks
   * stand there by their names, entries of other lists are counted from 0.
   */
  path: string;
  /** At the provider, as it may be shown: in parentheses is what takes the place of something secret or large. */
  before: unknown;
  /** In content, or undefined for what the provider loses. */
  after: unknown;
}

/** Each value that is another after than before. */
function changesBetween(actual: unknown, sent: unknown, path: string): Change[] {
  // JSON has no undefined: null is how a provider writes "not there".
  const [before, after] = [actual ?? undefined, sent ?? undefined];
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (isScalarList(before) && isScalarList(after) && sameMembers(after, before)) return [];
    if (!(after.length > 0 && isScalarList(after))) {
      const entries = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
      return entries.flatMap((index) => {
        const place = joinPath(path, entryName(path, after[index]) ?? index);
        return changesBetween(before[index], after[index], place);
      });
    }
  }
  if (isFields(before) && isFields(after)) {
    const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return keys.flatMap((key) => changesBetween(before[key], after[key], joinPath(path, key)));
  }
  const shown = after === undefined ? shownForeign(before, lastKey(path)) : shownFormer(before, path);
  return [{ path, before: shown, after }];
}

/**
 * What would change at the provider if it got what is wanted: values that are others, and fields that it would lose
 * because they belong to another kind of thing. What only the provider has is no difference as long as it stays there.
 */
export const difference = (wanted: unknown, actual: unknown): Change[] =>
  changesBetween(actual, merged(wanted, actual), '');
