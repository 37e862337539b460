import { loadEnv } from 'vite';
import { findPlaceholders } from '../../src/build/placeholders.ts';
import { ROOMS } from '../../src/build/rooms.ts';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/**
 * Prints what is still a placeholder, and what to do about it.
 *
 * @returns the exit code: 0 if the site is ready to be public, 2 if not
 */
export function ready(rest: readonly string[]): Promise<number> {
  if (rest.length > 0) throw new Fault('This command takes no arguments: npm run backend -- ready');
  const lines = findPlaceholders(
    loadEnv('production', projectFolder, ['PUBLIC_', ...ROOMS.map(({ setting }) => setting)]),
  );
  for (const line of lines) console.log(`  ${line}`);
  console.log(lines.length === 0 ? 'Nothing is a placeholder.' : `${lines.length} left to replace.`);
  return Promise.resolve(lines.length === 0 ? 0 : 2);
}
