export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of strings or numbers. */
export const isScalarList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null);

/** Ignores the order, which has no meaning in a list of names. */
export const sameMembers = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((entry) => b.includes(entry));

/** The last key of a dotted path. */
export const lastKey = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

export const joinPath = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
