import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { hashedPathsOf } from '../hashed-files.ts';
import { builtRooms } from '../page-files.ts';
import { ROOMS, type Room } from '../rooms.ts';
import { roomRules } from './hosted-headers.ts';

const isOrigin = (address: string) =>
  URL.canParse(address) && new URL(address).origin === address && address.startsWith('https://');

/**
 * The rooms that are to be published on an origin of their own.
 *
 * @param env their settings, such as DESK_ORIGIN
 * @param site the address of the site
 * @param off the names of rooms that are switched off
 * @throws Error if a setting is not an origin, or is that of the site
 */
export const roomsApart = (
  env: Record<string, string | undefined>,
  site: string,
  off: readonly string[] = [],
): Room[] =>
  ROOMS.filter(({ name, setting }) => {
    const origin = env[setting];
    if (!origin || off.includes(name)) return false;
    if (!isOrigin(origin))
      throw new Error(
        `${setting} is "${origin}" but must be an origin and nothing else. For example: https://${name}.example.com`,
      );
    if (origin === new URL(site).origin)
      throw new Error(
        `${setting} is the address of the site. Give the ${name} an origin of its own, such as https://${name}.example.com, or remove the setting.`,
      );
    return true;
  });

/**
 * Moves a room out of a built site, into a folder that can be published on its own: its page as index.html, and what it
 * needs.
 *
 * @param target is emptied first
 */
export function moveRoom(room: Room, folder: string, target: string): void {
  const { page, scripts } = builtRooms(folder).find((built) => built.room.name === room.name) ?? {};
  if (page === undefined || !scripts) throw new Error(`${folder} has no page ${room.name}.html.`);
  rmSync(target, { recursive: true, force: true });
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(target, to)), { recursive: true });
    cpSync(join(folder, from), join(target, to));
  };
  copy(page, 'index.html');
  copy('favicon.svg', 'favicon.svg');
  for (const path of hashedPathsOf(folder, page)) copy(path, path);
  writeFileSync(join(target, 'robots.txt'), 'User-agent: *\nDisallow: /\n');
  writeFileSync(join(target, '_headers'), roomRules(target, room));
  // What else it needs, such as the font, the pages need, too.
  for (const file of [page, ...scripts]) rmSync(join(folder, file));
}

/** Moves rooms out of a build: the desk from dist to dist-desk. */
export function roomOrigins(rooms: readonly Room[]): AstroIntegration {
  return {
    name: 'room-origins',
    hooks: {
      'astro:build:done'({ dir, logger }) {
        // Only `npm start` and the tests build into another folder, and serve everything from one origin.
        if (process.env['SITE_OUT_DIR']) return;
        const folder = fileURLToPath(dir).replace(/[\\/]$/, '');
        for (const room of rooms) {
          const target = `${folder}-${room.name}`;
          moveRoom(room, folder, target);
          logger.info(`${target} is the ${room.name}, to be published at ${room.setting}.`);
        }
      },
    },
  };
}
