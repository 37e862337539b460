import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { keepRanges } from './number-ranges.ts';
import { ownCsp } from './page-csp.ts';
import { ownStyles, wordsOf } from './page-styles.ts';

/** Changes the HTML of every built page: ranges of numbers stay on one line, and it gets styles and a CSP of its own. */
export function rewritePages(): AstroIntegration {
  return {
    name: 'rewrite-pages',
    hooks: {
      'astro:build:done'({ dir }) {
        const folder = fileURLToPath(dir);
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
        const scripted = new Set(
          files.filter((file) => file.endsWith('.js')).flatMap((file) => wordsOf(readFileSync(file, 'utf8'))),
        );
        for (const file of files) {
          if (!file.endsWith('.html')) continue;
          const html = readFileSync(file, 'utf8');
          writeFileSync(file, ownCsp(ownStyles(keepRanges(html), scripted), html));
        }
      },
    },
  };
}
