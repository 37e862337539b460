import { withImports, type Chunk } from './chunks.ts';
import { firstLoad, type Kind, type Part } from './first-load.ts';
import { FIRST_LOAD, WITH_FILM } from './limits.ts';

/** What a page weighs on a first visit, before any interaction. Sizes are in bytes, compressed with brotli. */
export interface PageWeight {
  /** For example /flow. */
  path: string;
  parts: Part[];
  /** The document with its styles. */
  page: number;
  /** Our own scripts, inline and in files. */
  script: number;
  /** Everything except the film. */
  total: number;
  /** Without the film. */
  requests: number;
}

const sum = (parts: readonly Part[]) => parts.reduce((all, { bytes }) => all + bytes, 0);

/**
 * Weighs a page of a built site.
 *
 * @param file the page in the folder, for example flow.html
 * @param chunks the scripts of the build
 * @param sizes see {@link firstLoad}
 * @param enough see {@link firstLoad}
 */
export function weigh(
  folder: string,
  file: string,
  chunks: ReadonlyMap<string, Chunk>,
  sizes?: Map<string, number>,
  enough?: number,
): PageWeight {
  const parts = firstLoad(folder, file, (scripts) => withImports(chunks, scripts), sizes, enough);
  const of = (...kinds: Kind[]) => parts.filter(({ kind }) => kinds.includes(kind));
  const requested = of('document', 'style', 'script', 'font', 'image');
  return {
    path: `/${file.replaceAll('\\', '/').replace(/(^index)?\.html$/, '')}`,
    parts,
    page: sum(of('document', 'style')),
    script: sum(of('script', 'inline')),
    total: sum(requested),
    requests: requested.length,
  };
}

/** Bytes as text: 13.4 KB. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/**
 * The budgets that a page exceeds, one line each.
 *
 * @param chunks the scripts of the build
 */
export function excess(weight: PageWeight, chunks: ReadonlyMap<string, Chunk>): string[] {
  const { path, parts, page, script, total, requests } = weight;
  const of = (kind: Kind) => parts.filter((part) => part.kind === kind);
  const over = (what: string, bytes: number, limit: number) =>
    bytes > limit ? [`${path}: ${what} ${kilobytes(bytes)}; the limit is ${kilobytes(limit)}.`] : [];
  const overCount = (what: string, count: number, limit: number) =>
    count > limit ? [`${path}: ${what} ${count}; the limit is ${limit}.`] : [];
  const film = of('film').slice(0, 1);
  const foreign = of('script').flatMap(({ file }) =>
    (chunks.get(file)?.modules ?? []).filter((module) => module.includes('node_modules')),
  );
  return [
    ...over('the page with its styles weighs', page, FIRST_LOAD.page[path === '/' ? 'home' : 'other']),
    ...over('its scripts weigh', script, FIRST_LOAD.script),
    ...over('the first load weighs', total, FIRST_LOAD.total),
    ...overCount('requests in the first load:', requests, FIRST_LOAD.requests),
    ...overCount('fonts in the first load:', of('font').length, FIRST_LOAD.fonts),
    ...of('font').flatMap(({ file, bytes }) => over(`the font ${file} weighs`, bytes, FIRST_LOAD.font)),
    ...over('with the film, it weighs', total + sum(film), WITH_FILM.total),
    ...overCount('requests with the film:', requests + film.length, WITH_FILM.requests),
    ...foreign.map((module) => `${path}: its first script contains ${module.replace(/^.*node_modules\//, '')}.`),
  ];
}
