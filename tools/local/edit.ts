import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import open from 'open';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** Where `astro dev` notes that it runs. */
const LOCK = join(projectFolder, '.astro', 'dev.json');

/** The address of this project's dev server, if it runs and its pages can be edited; undefined otherwise. */
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
 * Opens a site in the browser with editing on. BROWSER=none leaves that to whoever reads the address.
 *
 * @param site its origin
 */
export async function openToEdit(site: string): Promise<void> {
  const address = `${site}/?edit`;
  console.log(`\n  Edit     ${address}`);
  if (process.env['BROWSER'] === 'none') return;
  // A machine without a browser, such as one that is reached by SSH: the address is printed.
  await open(address).catch(() => undefined);
}
