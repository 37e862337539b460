import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtRooms, pageFiles } from '../page-files.ts';
import { chunkCollector, chunkOf, scriptBytes, withImports, type Chunk } from './chunks.ts';
import { FIRST_LOAD, FIRST_ROUND_TRIP, ON_INTENT } from './limits.ts';
import { excess, kilobytes, weigh, type PageWeight } from './page-weight.ts';

/** The size of each file when somebody last accepted the sizes: `npm run sizes`. */
const RECORD = fileURLToPath(new URL('./sizes.json', import.meta.url));
/** A file is reported as grown if it exceeds its recorded size by more than this (bytes). */
const NOISE = 64;
/** With this many pages or more, those well within their budget are only estimated: exact sizes would take minutes. */
const MANY = 100;

/** Scripts that no first load of a page includes, with a limit of their own. */
interface ScriptWeight {
  what: string;
  limit: number;
  bytes: number;
  files: string[];
}

/** Thrown when a budget is exceeded. */
class BudgetError extends Error {
  override name = 'BudgetError';

  constructor(lines: readonly string[]) {
    super(`The site is too heavy:\n${lines.map((line) => `  - ${line}`).join('\n')}`);
    // A stack trace would point at the code that found the problem, not at its cause.
    this.stack = `${this.name}: ${this.message}`;
  }

  /** See CopyError. */
  override toString(): string {
    return this.name;
  }
}

/** The name of a file without its content hash. */
const nameOf = (file: string) => file.replaceAll('\\', '/').replace(/\.[\w-]{8}(?=\.\w+$)/, '');

const sumOf = (folder: string, files: readonly string[], sizes: Map<string, number>) =>
  files.reduce((sum, file) => sum + scriptBytes(folder, file, sizes), 0);

/** What is loaded on intent, in the order of limits.ts. Each entry counts only what earlier ones have not loaded. */
function intentWeights(folder: string, chunks: ReadonlyMap<string, Chunk>, sizes: Map<string, number>): ScriptWeight[] {
  const there = new Set<string>();
  return ON_INTENT.flatMap(({ what, limit, modules }) => {
    const wanted = modules.map((module) => chunkOf(chunks, module));
    // For example the voice SDK of a build without a voice provider.
    if (wanted.includes(undefined)) return [];
    const files = [...withImports(chunks, wanted as string[])].filter((file) => !there.has(file));
    for (const file of files) there.add(file);
    return [{ what, limit, files, bytes: sumOf(folder, files, sizes) }];
  });
}

/** The scripts of each room. */
const roomWeights = (folder: string, sizes: Map<string, number>): ScriptWeight[] =>
  builtRooms(folder).map(({ room, scripts }) => ({
    what: `All scripts of /${room.name}`,
    limit: room.scripts,
    files: scripts,
    bytes: sumOf(folder, scripts, sizes),
  }));

/** Pages that there may be thousands of get one line, for the heaviest. */
function rows(weights: readonly PageWeight[]): string[] {
  const groups = Map.groupBy(weights, ({ path }) => path.replace(/(?<=^\/[^/]+\/)[^/]+$/, '*').replace(/\d+$/, '*'));
  return [...groups].map(([group, members]) => {
    const [heaviest] = members.toSorted((a, b) => b.total - a.total);
    if (!heaviest) return '';
    const name = members.length === 1 ? heaviest.path : `${group} (${members.length}, the heaviest)`;
    const cells = [heaviest.page, heaviest.script, heaviest.total].map((bytes) => kilobytes(bytes).padStart(9));
    const mark = heaviest.page <= FIRST_ROUND_TRIP ? '  in one round trip' : '';
    return `${name.padEnd(34)}${cells.join('')}${String(heaviest.requests).padStart(5)}${mark}`;
  });
}

/** The files that have grown since the sizes were recorded, largest growth first. */
function growth(sizes: ReadonlyMap<string, number>): string[] {
  if (!existsSync(RECORD)) return [];
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Partial<Record<string, number>>;
  return [...sizes]
    .map(([file, bytes]) => ({ file, bytes, more: bytes - (recorded[file] ?? 0), isNew: !(file in recorded) }))
    .filter(({ more }) => more > NOISE)
    .toSorted((a, b) => b.more - a.more)
    .slice(0, 5)
    .map(({ file, bytes, more, isNew }) =>
      isNew ? `${file} is new: ${kilobytes(bytes)}.` : `${file} grew by ${kilobytes(more)} to ${kilobytes(bytes)}.`,
    );
}

/**
 * Prints the weight of every page and stops a build that exceeds a budget (limits.ts), naming what grew.
 * SITE_BUDGETS=warn builds anyway, SITE_BUDGETS=record records the sizes as accepted, SITE_BUDGETS=off weighs nothing.
 */
export function budgets(): AstroIntegration {
  const chunks = new Map<string, Chunk>();
  return {
    name: 'budgets',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        updateConfig({ vite: { plugins: [chunkCollector(chunks)] } });
      },
      'astro:build:done'({ dir, logger }) {
        if (process.env['SITE_BUDGETS'] === 'off') return;
        const folder = fileURLToPath(dir);
        const bytesOf = new Map<string, number>();
        const files = pageFiles(folder).sort();
        const enough = files.length < MANY ? 0 : FIRST_LOAD.page.other;
        const weights = files.map((file) => weigh(folder, file, chunks, bytesOf, enough));
        const apart = [...intentWeights(folder, chunks, bytesOf), ...roomWeights(folder, bytesOf)];

        logger.info(`First load (brotli)${'HTML+CSS   scripts  in all  requests'.padStart(51)}`);
        for (const row of rows(weights)) logger.info(row);
        for (const { what, bytes, limit } of apart)
          logger.info(`${what.padEnd(34)}${kilobytes(bytes).padStart(9)} of at most ${kilobytes(limit)}`);

        const sizes = new Map<string, number>();
        for (const { parts } of weights)
          for (const { kind, file, bytes } of parts)
            sizes.set(nameOf(file) + (kind === 'inline' ? ' (scripts)' : ''), bytes);
        for (const { files } of apart)
          for (const file of files) sizes.set(nameOf(file), scriptBytes(folder, file, bytesOf));
        if (process.env['SITE_BUDGETS'] === 'record')
          writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries([...sizes].sort()), null, 2)}\n`);

        const mistakes = [
          ...weights.flatMap((weight) => excess(weight, chunks)),
          ...apart.flatMap(({ what, bytes, limit }) =>
            bytes > limit ? [`${what}: ${kilobytes(bytes)}; the limit is ${kilobytes(limit)}.`] : [],
          ),
        ];
        if (mistakes.length === 0) return;
        const report = [
          ...mistakes,
          ...growth(sizes),
          'Make it smaller. If the text cannot wait, SITE_BUDGETS=warn npm run build publishes it anyway.',
        ];
        if (process.env['SITE_BUDGETS'] === 'warn') for (const line of report) logger.warn(line);
        else throw new BudgetError(report);
      },
    },
  };
}
