import { isFields, lastKey, type Fields } from './fields.ts';
import { KNOWLEDGE_BASE } from './system-message.ts';

/** The names of our hooks. */
export const HOOKS = { ask: 'ask-after-silence', hangUp: 'hang-up-after-silence' } as const;

function basesOf(tool: unknown): unknown[] {
  const bases = isFields(tool) ? tool['knowledgeBases'] : undefined;
  return Array.isArray(bases) ? bases : [];
}

/** A query tool for the owner's own knowledge bases, which ours must not replace. */
const looksElsewhere = (tool: Fields) =>
  tool['type'] === 'query' &&
  basesOf(tool).length > 0 &&
  !basesOf(tool).some((base) => isFields(base) && base['name'] === KNOWLEDGE_BASE);

/** The name of the function that a tool calls, if it calls one. */
const functionOf = ({ function: called }: Fields) => (isFields(called) ? called['name'] : undefined);

/** The lists, at any depth, in which the account's owner may have entries too, and what identifies an entry. */
const NAMES: Readonly<Record<string, (entry: Fields) => unknown>> = {
  hooks: ({ name }) => name,
  knowledgeBases: ({ name }) => name,
  structuredOutputs: ({ name }) => name,
  tools: (tool) => (looksElsewhere(tool) ? undefined : (functionOf(tool) ?? tool['type'])),
};

/** Whether the entries of a list are identified by name instead of index. */
export const isNamedList = (path: string): boolean => Object.hasOwn(NAMES, lastKey(path));

/** The name of an entry in a path, or undefined if only its index identifies it. */
export function entryName(list: string, entry: unknown): string | undefined {
  const name = isNamedList(list) && isFields(entry) ? NAMES[lastKey(list)]?.(entry) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The index of the entry that a key, a name or an index, identifies; -1 if there is none. */
export function placeOf(list: string, key: string, entries: readonly unknown[]): number {
  if (!isNamedList(list)) return Number(key);
  const places = entries.flatMap((entry, index) => (entryName(list, entry) === key ? [index] : []));
  // If there is no better match, a query tool without knowledge bases is what is left of ours.
  return places.find((place) => key !== 'query' || basesOf(entries[place]).length > 0) ?? places[0] ?? -1;
}

/** The value at a dotted path, or undefined. {@link Change} describes paths. */
export function valueAt(value: unknown, path: string): unknown {
  const keys = path.split('.');
  return keys.reduce<unknown>((inner, key, index) => {
    if (Array.isArray(inner)) return inner[placeOf(keys[index - 1] ?? '', key, inner)] as unknown;
    return isFields(inner) ? inner[key] : undefined;
  }, value);
}

/** Converts a path with indexes, as the provider writes it, to one with names. */
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
