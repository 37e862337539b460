import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { HASHED, HEADERS, headersOf, IMMUTABLE, SHARED } from '../headers.ts';

/** The number of rules that Cloudflare reads. */
const MOST_RULES = 100;

const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';

/** The paths of the files with a hash in their names, sorted. */
const hashedPaths = (folder: string): string[] =>
  readdirSync(join(folder, HASHED), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name).slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'),
    )
    .sort();

/**
 * The rules for a built site, in the format of Netlify and Cloudflare.
 *
 * Both also apply rules to missing files. So each hashed file has its own rule, and no rule sets Cache-Control for the
 * rest, whose default is right.
 */
function rulesOf(folder: string): string[] {
  const rule = (path: string, ...lines: string[]) => [path, ...lines.map((line) => `  ${line}`)].join('\n');
  const line = ([name, value]: [string, string]) => `${name}: ${value}`;
  const policy = (path: string) => line([RESOURCE_POLICY, headersOf(path)[RESOURCE_POLICY] ?? '']);
  return [
    rule('/*', ...Object.entries(HEADERS).map(line), policy('/')),
    // If two rules set a header, Netlify uses one value, but Cloudflare uses both, unless a line with ! removes the
    // first. Netlify ignores that line.
    ...SHARED.map((path) => rule(path.endsWith('/') ? `${path}*` : path, `! ${RESOURCE_POLICY}`, policy(path))),
    ...hashedPaths(folder).map((path) => rule(path, line(['Cache-Control', IMMUTABLE]))),
  ];
}

/** Writes the headers of the site (src/build/headers.ts) into the build as `_headers`. */
export function hostedHeaders(): AstroIntegration {
  return {
    name: 'hosted-headers',
    hooks: {
      'astro:build:done'({ dir, logger }) {
        const folder = fileURLToPath(dir);
        const rules = rulesOf(folder);
        if (rules.length > MOST_RULES)
          logger.warn(
            `_headers has ${rules.length} rules, but Cloudflare reads only ${MOST_RULES}: ` +
              'there, browsers revalidate the remaining files under /_astro on every visit.',
          );
        writeFileSync(join(folder, '_headers'), `${rules.join('\n\n')}\n`);
      },
    },
  };
}
