import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { keepRanges } from './number-ranges.ts';
import { ownCsp } from './page-csp.ts';

/** Changes the HTML of every built page: ranges of numbers stay on one line, and each page gets a CSP of its own. */
export function rewritePages(): AstroIntegration {
  return {
    name: 'rewrite-pages',
    hooks: {
      'astro:build:done'({ dir }) {
        const folder = fileURLToPath(dir);
        for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!file.endsWith('.html')) continue;
          const path = join(folder, file);
          writeFileSync(path, ownCsp(keepRanges(readFileSync(path, 'utf8'))));
        }
      },
    },
  };
}
