import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import open from 'open';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { redirectFile } from '../edit/server/redirect-file.ts';

/** `astro dev` writes its address to this file. */
const LOCK = join(projectFolder, '.astro', 'dev.json');

/** Whether this project's dev server is running, so that its redirect file opens the editor. */
export async function isDevSiteRunning(): Promise<boolean> {
  try {
    const { pid, url } = JSON.parse(readFileSync(LOCK, 'utf8')) as { pid: number; url: string };
    // Throws if the server was killed: another program may have its port.
    process.kill(pid, 0);
    return existsSync(redirectFile()) && (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Prints the address of the redirect file and opens it in the browser, unless BROWSER=none. */
export async function openToEdit(): Promise<void> {
  console.log(`\n  Edit     ${pathToFileURL(redirectFile()).href}`);
  if (process.env['BROWSER'] === 'none') return;
  // Fails on a machine without a browser, such as one reached by SSH; the file is printed above.
  await open(redirectFile()).catch(() => undefined);
}
