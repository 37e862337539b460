import { isFields, isScalarList, joinPath, lastKey, sameMembers } from './fields.ts';
import { entryName } from './list-entries.ts';
import { merged } from './merge.ts';
import { shownForeign, shownFormer } from './shown-value.ts';

/** One value of the assistant that differs from content. Undefined means that it is missing. */
export interface Change {
  /**
   * Dotted, with the provider's names: `hooks.ask-after-silence.options.timeoutSeconds`. Tools, knowledge bases and
   * hooks appear by name, entries of other lists by index.
   */
  path: string;
  /** The provider's value, as it may be shown: a text in parentheses replaces anything secret or large. */
  before: unknown;
  /** Content's value, or undefined for a value that the provider loses. */
  after: unknown;
}

/** Each value that differs. */
function changesBetween(actual: unknown, sent: unknown, path: string): Change[] {
  // JSON has no undefined: the provider writes null for a missing value.
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
 * What would change at the provider: values that differ, and fields that it would lose because an object changes its
 * kind. A value that only the provider has is not a difference as long as it is kept.
 */
export const difference = (wanted: unknown, actual: unknown): Change[] =>
  changesBetween(actual, merged(wanted, actual), '');
