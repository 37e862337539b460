import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { HASHED, HEADERS, headersOf, IMMUTABLE, SHARED } from '../headers.ts';

/** Cloudflare reads no more rules of a file. */
const MOST_RULES = 100;

const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';

/** The paths of the files whose names hold a hash, in order. */
const hashedPaths = (folder: string): string[] =>
  readdirSync(join(folder, HASHED), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name).slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'),
    )
    .sort();

/**
 * The rules for a built site, in the format that Netlify and Cloudflare read.
 *
 * Both apply a rule to what is not there as well. So each hashed file has one of its own, and no rule gives Cache-Control
 * to the rest, which has the right one by default.
 */
function rulesOf(folder: string): string[] {
  const rule = (path: string, ...lines: string[]) => [path, ...lines.map((line) => `  ${line}`)].join('\n');
  const line = ([name, value]: [string, string]) => `${name}: ${value}`;
  const policy = (path: string) => line([RESOURCE_POLICY, headersOf(path)[RESOURCE_POLICY] ?? '']);
  return [
    rule('/*', ...Object.entries(HEADERS).map(line), policy('/')),
    // Where two rules set a header, Netlify takes one value and Cloudflare both, unless the line with ! takes the first
    // one away. Netlify passes that line over.
    ...SHARED.map((path) => rule(path.endsWith('/') ? `${path}*` : path, `! ${RESOURCE_POLICY}`, policy(path))),
    ...hashedPaths(folder).map((path) => rule(path, line(['Cache-Control', IMMUTABLE]))),
  ];
}

/** Puts the headers of the site (src/build/headers.ts) into a build, as `_headers`. */
export function hostedHeaders(): AstroIntegration {
  return {
    name: 'hosted-headers',
    hooks: {
      'astro:build:done'({ dir, logger }) {
        const folder = fileURLToPath(dir);
        const rules = rulesOf(folder);
        if (rules.length > MOST_RULES)
          logger.warn(
            `_headers has ${rules.length} rules, of which Cloudflare reads ${MOST_RULES}: ` +
              'browsers ask there each time whether the other files under /_astro have changed.',
          );
        writeFileSync(join(folder, '_headers'), `${rules.join('\n\n')}\n`);
      },
    },
  };
}
