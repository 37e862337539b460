import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { builtRooms, pageFiles } from './page-files.ts';

/**
 * What can load a script of a room besides its page, one line each. There must be nothing: a room is bundled apart, so
 * that nothing in it changes what visitors download.
 *
 * @param folder a built site
 */
export function sharedScripts(folder: string): string[] {
  const rooms = builtRooms(folder);
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js'));
  return [...pageFiles(folder), ...scripts].flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return rooms.flatMap(({ page, scripts: own }) =>
      own
        .filter((script) => !own.includes(file) && text.includes(basename(script)))
        .map((script) => `${file} can load ${script}, which is for ${page} alone.`),
    );
  });
}
