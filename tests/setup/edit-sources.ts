import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Path, Value } from '../../src/editing/protocol.ts';

/** The source of a real or possible copy file. */
export interface Source {
  readonly file: string;
  readonly isMdx: boolean;
  readonly text: string;
}

/** A source; the extension of its name says whether it is MDX. */
export const sourceOf = (file: string, text: string): Source => ({ file, isMdx: file.endsWith('.mdx'), text });

/** Every file in content/. */
export const COPY_SOURCES: readonly Source[] = readdirSync('content', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:mdx|yaml)$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort()
  .map((file) => sourceOf(file, readFileSync(file, 'utf8')));

/** Every path within a value, except the empty one. */
export function placesIn(value: Value, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const inner = (value as Record<string | number, Value>)[key] ?? null;
    return [[...path, key], ...placesIn(inner, [...path, key])];
  });
}

/** The fields of a source as Astro reads them, with days as Dates. */
export function readByAstro({ isMdx, text }: Source): unknown {
  const [, fields = ''] = isMdx ? (/^\uFEFF?---([^]*?\n)---/.exec(text) ?? []) : [undefined, text];
  return load(fields) ?? {};
}

/** Data with Dates converted to days as written in files. */
export function withDays(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value)) return value.map(withDays);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDays(inner)]));
}
