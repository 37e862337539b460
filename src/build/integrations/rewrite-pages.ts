import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtRooms, pageFiles } from '../page-files.ts';
import { PREVIEW_SCRIPT } from '../preview-page.ts';
import { keepRanges } from './number-ranges.ts';
import { ownCsp, roomCsp, type RoomOrigins } from './page-csp.ts';
import { ownStyles, wordsOf } from './page-styles.ts';

/**
 * Changes the HTML of every built page: ranges of numbers stay on one line, and it gets styles and a CSP of its own.
 */
export function rewritePages(origins: RoomOrigins): AstroIntegration {
  return {
    name: 'rewrite-pages',
    hooks: {
      'astro:build:done'({ dir }) {
        const folder = fileURLToPath(dir);
        const rewrite = (file: string, scripted: ReadonlySet<string>, csp?: string) => {
          const html = readFileSync(join(folder, file), 'utf8');
          writeFileSync(join(folder, file), ownCsp(ownStyles(keepRanges(html), scripted), html, csp));
        };
        const wordsIn = (scripts: readonly string[]) =>
          new Set(scripts.flatMap((script) => wordsOf(readFileSync(join(folder, script), 'utf8'))));
        const rooms = builtRooms(folder);
        for (const { room, page, scripts } of rooms) rewrite(page, wordsIn(scripts), roomCsp(room, origins));
        // What only an application adds is on no other page.
        const apart = rooms.flatMap(({ scripts }) => scripts);
        const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((file) => file.replaceAll('\\', '/'))
          .filter((file) => file.endsWith('.js') && !apart.includes(file) && `/${file}` !== PREVIEW_SCRIPT);
        const scripted = wordsIn(scripts);
        for (const file of pageFiles(folder)) rewrite(file, scripted);
      },
    },
  };
}
