import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import open from 'open';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** `astro dev` writes its address to this file. */
const LOCK = join(projectFolder, '.astro', 'dev.json');

/** The address of this project's dev server if it is running with editing on; undefined otherwise. */
export async function runningDevSite(): Promise<string | undefined> {
  try {
    const { url } = JSON.parse(readFileSync(LOCK, 'utf8')) as { url: string };
    const page = await (await fetch(url)).text();
    return page.includes('name="edit-token"') ? new URL(url).origin : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Prints the address of a site with editing on, and opens it in the browser unless BROWSER=none.
 *
 * @param site its origin
 */
export async function openToEdit(site: string): Promise<void> {
  const address = `${site}/?edit`;
  console.log(`\n  Edit     ${address}`);
  if (process.env['BROWSER'] === 'none') return;
  // Fails on a machine without a browser, such as one reached by SSH; the address is printed above.
  await open(address).catch(() => undefined);
}
