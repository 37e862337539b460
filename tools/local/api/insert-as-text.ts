type Source = { source?: string };

/** How each number of an object was written: JavaScript would round or reformat some of them. */
type Written = WeakMap<object, Map<string, string>>;

/** Each value as PostgreSQL reads it for a column of any type: a string, or JSON. */
function asText(row: object, written: Written): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value === null || typeof value === 'string' ? value : (written.get(row)?.get(name) ?? JSON.stringify(value)),
    ]),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body of an insert with every value of a row as text, as PostgREST passes them to PostgreSQL. lite leaves this to
 * its driver, which fails for some values and alters others: for example a number in a text column.
 *
 * @returns undefined if the body is neither a row nor a list of rows
 * @throws RangeError when the body is nested too deeply
 */
export function insertAsText(body: string): string | undefined {
  const written: Written = new WeakMap();
  let rows: unknown;
  try {
    rows = JSON.parse(body, function (this: object, key, value: unknown, context?: Source) {
      if (typeof value === 'number' && context?.source !== undefined) {
        const numbers = written.get(this) ?? new Map<string, string>();
        written.set(this, numbers.set(key, context.source));
      }
      return value;
    });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (isObject(rows)) return JSON.stringify(asText(rows, written));
  if (!Array.isArray(rows) || !rows.every(isObject)) return undefined;
  return JSON.stringify(rows.map((row) => asText(row, written)));
}
