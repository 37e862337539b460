import { isFields, lastKey, type Fields } from './fields.ts';
import { KNOWLEDGE_BASE } from './system-message.ts';

/** What our hooks are called. */
export const HOOKS = { ask: 'ask-after-silence', hangUp: 'hang-up-after-silence' } as const;

function basesOf(tool: unknown): unknown[] {
  const bases = isFields(tool) ? tool['knowledgeBases'] : undefined;
  return Array.isArray(bases) ? bases : [];
}

/** A tool that looks into knowledge bases of somebody else, which ours must not take the place of. */
const looksElsewhere = (tool: Fields) =>
  tool['type'] === 'query' &&
  basesOf(tool).length > 0 &&
  !basesOf(tool).some((base) => isFields(base) && base['name'] === KNOWLEDGE_BASE);

/** The lists in which the account's owner may have entries too, wherever they stand, and what tells ours from those. */
const NAMES: Readonly<Record<string, (entry: Fields) => unknown>> = {
  hooks: ({ name }) => name,
  knowledgeBases: ({ name }) => name,
  tools: (tool) => (looksElsewhere(tool) ? undefined : tool['type']),
};

/** Whether entries of the list are told by their names and not by their places. */
export const isNamedList = (path: string): boolean => Object.hasOwn(NAMES, lastKey(path));

/** What an entry is called in a path, or undefined when its place in the list is all that tells it. */
export function entryName(list: string, entry: unknown): string | undefined {
  const name = isNamedList(list) && isFields(entry) ? NAMES[lastKey(list)]?.(entry) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Where the entry of that name, or at that place, is in the list; -1 if nowhere. */
export function placeOf(list: string, key: string, entries: readonly unknown[]): number {
  if (!isNamedList(list)) return Number(key);
  const places = entries.flatMap((entry, index) => (entryName(list, entry) === key ? [index] : []));
  // A tool that looks nowhere can only be what is left of ours, if there is no better one.
  return places.find((place) => key !== 'query' || basesOf(entries[place]).length > 0) ?? places[0] ?? -1;
}

/** The value at a dotted path, or undefined. See {@link Change} for what paths look like. */
export function valueAt(value: unknown, path: string): unknown {
  const keys = path.split('.');
  return keys.reduce<unknown>((inner, key, index) => {
    if (Array.isArray(inner)) return inner[placeOf(keys[index - 1] ?? '', key, inner)] as unknown;
    return isFields(inner) ? inner[key] : undefined;
  }, value);
}

/** A path in which entries are counted, as the provider writes it, with their names. */
export function namedPath(value: unknown, path: string): string {
  const keys = path.split('.');
  let inner = value;
  const named = keys.map((key, index) => {
    const list = keys[index - 1] ?? '';
    const name = Array.isArray(inner) ? entryName(list, inner[Number(key)]) : undefined;
    inner = Array.isArray(inner) ? inner[Number(key)] : isFields(inner) ? inner[key] : undefined;
    return name ?? key;
  });
  return named.join('.');
}
