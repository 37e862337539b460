import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../../local/folder.ts';
import { writeAtOnce } from './disk.ts';

/** The page that opens the editor. Only its owner can read it, so only their browser gets the secret that is in it. */
export const redirectFile = (): string => join(localFolder(), 'edit', 'open.html');

/**
 * Writes the redirect file. The secret is in the fragment of an address, which a browser does not send.
 *
 * @param site its origin
 */
export function writeRedirect(site: string, secret: string): void {
  const address = `${site}/_edit/open#${secret}`;
  writeAtOnce(
    redirectFile(),
    `<!doctype html>
<meta charset="utf-8">
<title>Edit the site</title>
<script>location.replace('${address}')</script>
<p><a href="${address}">Edit the site</a></p>
`,
    0o600,
  );
}

/** The address of the editor's server and the secret, as they are in the redirect file; undefined if there is none. */
export function readRedirect(): { editor: string; secret: string } | undefined {
  if (!existsSync(redirectFile())) return undefined;
  const [, editor, secret] = /'(.+)\/open#(.+)'/.exec(readFileSync(redirectFile(), 'utf8')) ?? [];
  return editor !== undefined && secret !== undefined ? { editor, secret } : undefined;
}
