import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashedPathsOf } from './hashed-files.ts';
import { roomAt, ROOMS, type Room } from './rooms.ts';

/**
 * The files of the pages that everybody sees, in the folder of a built site: `index.html`, `internships/apply.html`. The
 * rooms are not among them.
 */
export const pageFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html') && !roomAt(`/${file}`));

/** A room in the folder of a built site. */
interface BuiltRoom {
  room: Room;
  /** The file of its page: `desk.html`. */
  page: string;
  /** All scripts that it can load: `_astro/desk.B43kKKk.js`. */
  scripts: string[];
}

/** The rooms in the folder of a built site. */
export const builtRooms = (folder: string): BuiltRoom[] =>
  ROOMS.map((room) => ({ room, page: `${room.name}.html` }))
    .filter(({ page }) => existsSync(join(folder, page)))
    .map(({ room, page }) => ({
      room,
      page,
      scripts: hashedPathsOf(folder, page).flatMap((path) => (path.endsWith('.js') ? path.slice(1) : [])),
    }));
