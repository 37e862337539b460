import { Refusal } from './refusal.ts';

/**
 * Reads the JSON of a body.
 *
 * @returns an empty object without a body
 * @throws Refusal when it is not an object
 */
export async function readFields(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text();
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The answer is the same as for JSON of another kind.
  }
  throw new Refusal(400, 'bad_json', 'Could not parse request body as JSON');
}

/**
 * A field that holds text.
 *
 * @returns '' without it
 * @throws Refusal when it holds something else
 */
export function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string')
    throw new Refusal(400, 'bad_json', `Could not parse request body as JSON: "${name}" is not a string`);
  return value;
}

/**
 * Refuses fields that the original knows and this stand-in does not: it would ignore them.
 *
 * @throws Refusal that names the first of them
 */
export function onlyKnows(fields: Record<string, unknown>, ...known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name) && (fields[name] ?? null) !== null);
  if (unknown !== undefined)
    throw new Refusal(400, 'validation_failed', `The local sign-in does not know the field "${unknown}".`);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * An id that the path names.
 *
 * @throws Refusal when it is none
 */
export function idOf(ids: readonly string[], place: number, name: string): string {
  const id = ids[place] ?? '';
  if (!UUID.test(id)) throw new Refusal(404, 'validation_failed', `${name} must be an UUID`);
  return id;
}

/** Whether a text can be compared with an id in the database. */
export const isId = (text: string): boolean => UUID.test(text);
