import { isGroup } from '../core/values.ts';
import type { Change, Value } from '../protocol.ts';

/** The first text within a value, as a summary. */
export function firstText(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) && !isGroup(value)) return '';
  for (const inner of Object.values(value)) {
    const text = firstText(inner);
    if (text !== '') return text;
  }
  return '';
}

/** A value with its texts trimmed. Texts of several lines keep leading whitespace, which may be significant in code. */
export function trimmed(value: Value): Value {
  if (typeof value === 'string') return value.includes('\n') ? value.trimEnd() : value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  return isGroup(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimmed(inner)]))
    : value;
}

/** Changes whose new values are trimmed: a form keeps a blank at the end of a text, because more may follow. */
export const withoutBlanks = (changes: readonly Change[]): Change[] =>
  changes.map((change) => ('value' in change ? { ...change, value: trimmed(change.value) } : change));
