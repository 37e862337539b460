import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Path, Value } from '../../src/editing/protocol.ts';

/** A copy file, or what one could be. */
export interface Source {
  readonly file: string;
  readonly isMdx: boolean;
  readonly text: string;
}

/** A copy file of a name that tells its kind. */
export const sourceOf = (file: string, text: string): Source => ({ file, isMdx: file.endsWith('.mdx'), text });

/** Every file of content/. */
export const COPY_SOURCES: readonly Source[] = readdirSync('content', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:mdx|yaml)$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort()
  .map((file) => sourceOf(file, readFileSync(file, 'utf8')));

/** Every place in a value, the value's own not among them. */
export function placesIn(value: Value, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const inner = (value as Record<string | number, Value>)[key] ?? null;
    return [[...path, key], ...placesIn(inner, [...path, key])];
  });
}

/** The fields of a source as Astro reads them, which takes a day for a Date. */
export function readByAstro({ isMdx, text }: Source): unknown {
  const [, fields = ''] = isMdx ? (/^\uFEFF?---([^]*?\n)---/.exec(text) ?? []) : [undefined, text];
  return load(fields) ?? {};
}

/** Data with its Dates as the days that stand in a file. */
export function withDays(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value)) return value.map(withDays);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDays(inner)]));
}
