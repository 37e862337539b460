import type { CodeHost } from '../../../code-host/code-host.ts';
import { promisedFormat } from '../../../schemas/picture-file.ts';
import type { WorkingCopy } from './working-copy.ts';

/**
 * A picture of the branch as a `data:` URL. The site may not have it yet, or be on another origin.
 *
 * @param address on the site, for example `/pictures/team.webp`
 * @returns undefined if the branch has no such picture
 */
export async function readPicture(host: CodeHost, copy: WorkingCopy, address: string): Promise<string | undefined> {
  const path = `public${address}`;
  const type = promisedFormat(address.replace(/^.*\//, ''));
  const [files] = await host.listings([copy.now().head]);
  const oid = files?.get(path);
  // A listing has texts, too.
  if (oid === undefined || type === undefined) return undefined;
  return `data:${type};base64,${await host.blob(oid)}`;
}
