import { isFields, isScalarList, joinPath, sameMembers, type Fields } from './fields.ts';
import { entryName, isNamedList, placeOf } from './list-entries.ts';

/** The fields that define the kind of an object: if one changes, most of its other fields no longer apply. */
export const KINDS: readonly string[] = ['provider', 'type', 'role', 'on'];

/** The fields that a model or a voice of any maker can have, according to the provider's types. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  model: ['toolIds', 'toolRefs', 'knowledgeBase', 'maxTokens', 'emotionRecognitionEnabled', 'numFastTurns'],
  voice: ['cachingEnabled', 'chunkPlan', 'fallbackPlan'],
};
/** The provider's own models and voices don't have these. */
const NOT_AT_VAPI: readonly string[] = ['maxTokens', 'fallbackPlan'];

/** The provider's fields that are kept when ours are merged in. */
function kept(wanted: Fields, actual: Fields, path: string): Fields {
  if (!KINDS.some((key) => key in wanted && wanted[key] !== actual[key])) return actual;
  const carried = (CARRIED[path] ?? []).filter((key) => wanted['provider'] !== 'vapi' || !NOT_AT_VAPI.includes(key));
  return Object.fromEntries(Object.entries(actual).filter(([key]) => carried.includes(key)));
}

function mergedList(wanted: readonly unknown[], actual: readonly unknown[], path: string): readonly unknown[] {
  if (wanted.length > 0 && isScalarList(wanted))
    return isScalarList(actual) && sameMembers(wanted, actual) ? actual : wanted;
  if (!isNamedList(path)) return wanted.map((entry, index) => merged(entry, actual[index], joinPath(path, index)));
  const entries = [...actual];
  for (const entry of wanted) {
    const name = entryName(path, entry) ?? '';
    const place = placeOf(path, name, actual);
    entries[place < 0 ? entries.length : place] = merged(entry, actual[place], joinPath(path, name));
  }
  return entries;
}

/**
 * The wanted value, plus what only the provider has: it replaces a nested object as a whole and would lose the rest.
 * Tools, knowledge bases and hooks that are not ours keep their places. An object that changes its kind keeps only the
 * fields that do not depend on it.
 *
 * @param path dotted, from the assistant
 */
export function merged(wanted: unknown, actual: unknown, path = ''): unknown {
  if (Array.isArray(wanted)) return Array.isArray(actual) ? mergedList(wanted, actual, path) : wanted;
  if (!isFields(wanted) || !isFields(actual)) return wanted;
  const ours = Object.entries(wanted).map(([key, value]) => [key, merged(value, actual[key], joinPath(path, key))]);
  const fields = Object.fromEntries(ours) as Fields;
  // Ours come first, because changes are listed in this order.
  return { ...fields, ...kept(wanted, actual, path), ...fields };
}
