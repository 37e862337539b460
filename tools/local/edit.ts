import { pathToFileURL } from 'node:url';
import open from 'open';
import { readRedirect, redirectFile } from '../edit/server/redirect-file.ts';
import { hasSecret } from './proof.ts';

/**
 * Whether the dev server is running that wrote the redirect file. Another user's program could have its port since, and
 * get what the browser keeps of an earlier run.
 */
export async function isDevSiteRunning(): Promise<boolean> {
  const redirect = readRedirect();
  return redirect !== undefined && hasSecret(redirect.editor, redirect.secret);
}

/** Prints the address of the redirect file and opens it in the browser, unless BROWSER=none. */
export async function openToEdit(): Promise<void> {
  console.log(`\n  Edit     ${pathToFileURL(redirectFile()).href}`);
  if (process.env['BROWSER'] === 'none') return;
  // Fails on a machine without a browser, such as one reached by SSH; the file is printed above.
  await open(redirectFile()).catch(() => undefined);
}
