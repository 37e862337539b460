import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { headersOf, REVALIDATED, roomOriginHeaders, SHARED } from '../headers.ts';
import { pathsOf, ROOMS, type Room } from '../rooms.ts';
import { hashedPaths } from '../hashed-files.ts';

/** The number of rules that Cloudflare reads. */
const MOST_RULES = 100;

/** The headers of a path, see {@link headersOf}. */
type Headers = (path: string) => Record<string, string>;

/**
 * The rules for a folder, in the format of Netlify and Cloudflare: one for everything, and one for each path whose
 * headers differ. Both hosts also apply rules to missing files. So each hashed file has its own rule.
 *
 * @param patterns of hosts, each with a path that it matches
 */
function rulesFor(folder: string, headers: Headers, patterns: readonly (readonly [string, string])[]): string[] {
  const page = headers('/');
  const everywhere = Object.fromEntries(
    // The default of both hosts needs no rule.
    Object.entries(page).filter((entry) => entry.join() !== ['Cache-Control', REVALIDATED].join()),
  );
  const lines = (entries: readonly [string, string][]) => entries.map(([name, value]) => `  ${name}: ${value}`);
  const rule = ([pattern, path]: readonly [string, string]) => {
    const differing = Object.entries(headers(path)).filter(([name, value]) => value !== page[name]);
    // If two rules set a header, Netlify uses one value, but Cloudflare uses both, unless a line with ! removes the
    // first. Netlify ignores that line.
    const removed = differing.filter(([name]) => name in everywhere).map(([name]) => `  ! ${name}`);
    return [pattern, ...removed, ...lines(differing)].join('\n');
  };
  return [
    ['/*', ...lines(Object.entries(everywhere))].join('\n'),
    ...patterns.map(rule),
    ...hashedPaths(folder).map((path) => rule([path, path])),
  ];
}

/** The `_headers` of the site. */
const siteRules = (folder: string) =>
  rulesFor(folder, headersOf, [
    ...SHARED.map((path) => [path.endsWith('/') ? `${path}*` : path, path] as const),
    ...ROOMS.flatMap(pathsOf).map((path) => [path, path] as const),
  ]);

/** The text of a `_headers` file. */
const asText = (rules: readonly string[]) => `${rules.join('\n\n')}\n`;

/** The `_headers` of a folder with nothing but a room. */
export const roomRules = (folder: string, room: Room): string =>
  asText(rulesFor(folder, (path) => roomOriginHeaders(room, path), []));

/** Writes the headers of the site (src/build/headers.ts) into the build as `_headers`. */
export function hostedHeaders(): AstroIntegration {
  return {
    name: 'hosted-headers',
    hooks: {
      'astro:build:done'({ dir, logger }) {
        const folder = fileURLToPath(dir);
        const rules = siteRules(folder);
        if (rules.length > MOST_RULES)
          logger.warn(
            `_headers has ${rules.length} rules, but Cloudflare reads only ${MOST_RULES}: ` +
              'there, browsers revalidate the remaining files under /_astro on every visit.',
          );
        writeFileSync(join(folder, '_headers'), asText(rules));
      },
    },
  };
}
