import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Elements that contain no text of the page, or text that React compares with its own; a tag; the text between tags. */
const PIECE =
  /<!--[^]*?-->|<(script|style|title|textarea|select|svg|astro-island)\b[^]*?<\/\1>|<(?:"[^"]*"|'[^']*'|[^'">])*>|([^<]+)/g;

/** Such as 4-6, and no date. */
const RANGE = /(?<![\d-])\d+[-–]\d+(?![\d-])/g;

/**
 * Keeps browsers from breaking a line within a range of numbers. Invisible characters would do that, too, but then not
 * every browser's search finds the text.
 */
export const keepRanges = (html: string): string =>
  html.replace(PIECE, (piece, _name, text?: string) =>
    text === undefined ? piece : text.replace(RANGE, '<span data-range>$&</span>'),
  );

/** Applies {@link keepRanges} to every built page. */
export function numberRanges(): AstroIntegration {
  return {
    name: 'number-ranges',
    hooks: {
      'astro:build:done'({ dir }) {
        const folder = fileURLToPath(dir);
        for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!file.endsWith('.html')) continue;
          const path = join(folder, file);
          writeFileSync(path, keepRanges(readFileSync(path, 'utf8')));
        }
      },
    },
  };
}
