import { createHash } from 'node:crypto';
import { Fault } from '../local/fault.ts';
import type { Account, RemoteFile } from './account.ts';

/** The text of the site as a file: its name says which text it is. */
export interface KnowledgeFile {
  /** At most 40 characters, which is what the provider keeps. */
  name: string;
  text: string;
}

const OURS = /^knowledge-[0-9a-f]{12}\.md$/;

export const knowledgeFile = (text: string): KnowledgeFile => ({
  name: `knowledge-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.md`,
  text,
});

const nameOf = ({ name, originalName }: RemoteFile) => originalName ?? name ?? '';

/** The file with that text among those of the account, or undefined. What could not be read there does not count. */
export const findKnowledge = (files: readonly RemoteFile[], { name }: KnowledgeFile): RemoteFile | undefined =>
  files.find((file) => nameOf(file) === name && file.status !== 'failed');

/**
 * Uploads the text.
 *
 * @throws Fault when the provider can't read it
 */
export async function uploadKnowledge(account: Account, { name, text }: KnowledgeFile): Promise<RemoteFile> {
  const file = await account.uploadFile(name, text);
  if (file.status === 'failed')
    throw new Fault(`Vapi took ${name}, but could not read it. Nothing else was changed. Try again later.`);
  return file;
}

/**
 * Removes the texts of former days, unless an assistant of the account still uses one.
 *
 * @returns the names of what was removed
 */
export async function removeOldKnowledge(
  account: Account,
  files: readonly RemoteFile[],
  current: RemoteFile,
): Promise<string[]> {
  const old = files.filter((file) => OURS.test(nameOf(file)) && file.id !== current.id);
  if (old.length === 0) return [];
  const used = JSON.stringify(await account.listAssistants());
  const unused = old.filter(({ id }) => !used.includes(JSON.stringify(id)));
  for (const { id } of unused) await account.removeFile(id);
  return unused.map(nameOf);
}
