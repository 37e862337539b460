/** One value of the assistant that is not as content wants it. Undefined stands for "not there". */
export interface Change {
  /** In the provider's words, dotted, lists counted from 0: `hooks.0.options.timeoutSeconds`. */
  path: string;
  /** At the provider. */
  before: unknown;
  /** In content. */
  after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalarList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null);

const sameMembers = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((entry) => b.includes(entry));

/**
 * Where the provider's value is not what is wanted. Fields that only the provider has are no difference; entries of a
 * list that only the provider has are one. The order of a list of names says nothing.
 */
export function difference(wanted: unknown, actual: unknown, path = ''): Change[] {
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  // JSON has no undefined: null is how a provider writes "not there".
  const before = actual ?? undefined;
  if (isScalarList(wanted) && wanted.length > 0)
    return isScalarList(before) && sameMembers(wanted, before) ? [] : [{ path, before, after: wanted }];
  if (Array.isArray(wanted) && Array.isArray(before)) {
    const entries = Array.from({ length: Math.max(wanted.length, before.length) }, (_, index) => index);
    return entries.flatMap((index) =>
      index < wanted.length
        ? difference(wanted[index], before[index], at(index))
        : [{ path: at(index), before: before[index] as unknown, after: undefined }],
    );
  }
  if (isFields(wanted) && isFields(before))
    return Object.entries(wanted).flatMap(([key, value]) => difference(value, before[key], at(key)));
  return wanted === before ? [] : [{ path, before, after: wanted }];
}

/** What an object is one of: with another provider, type or role its other fields mean nothing any more. */
export const KINDS: readonly string[] = ['provider', 'type', 'role', 'on'];

/**
 * What is wanted, with the fields that only the provider has: it replaces a nested object as a whole, and would lose
 * them. An object of another kind than before gets none of the old fields.
 */
export function merged(wanted: unknown, actual: unknown): unknown {
  if (Array.isArray(wanted)) {
    const before = Array.isArray(actual) ? actual : [];
    return wanted.map((entry, index) => merged(entry, before[index]));
  }
  if (!isFields(wanted) || !isFields(actual)) return wanted;
  if (KINDS.some((key) => key in wanted && wanted[key] !== actual[key])) return wanted;
  const ours = Object.entries(wanted).map(([key, value]) => [key, merged(value, actual[key])] as const);
  return { ...actual, ...Object.fromEntries(ours) };
}

/** The value at a dotted path, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown;
    return isFields(inner) ? inner[key] : undefined;
  }, value);
}
