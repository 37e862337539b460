import { createHash } from 'node:crypto';
import { Fault } from '../../src/lib/fault.ts';
import type { Account, RemoteAssistant, RemoteFile } from './account.ts';
import { KNOWLEDGE_FILES } from './content-fields.ts';
import { valueAt } from './list-entries.ts';

/** The text of the site as a file, whose name contains the hash of the text. */
export interface KnowledgeFile {
  /** At most 40 characters, which is what the provider keeps. */
  name: string;
  text: string;
}

const OURS = /^knowledge-[0-9a-f]{12}\.md$/;
/** A newer text may belong to a push that is still running and has not updated its assistant yet. */
const OLD_AFTER_MS = 24 * 60 * 60_000;

export const knowledgeFile = (text: string): KnowledgeFile => ({
  name: `knowledge-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.md`,
  text,
});

const nameOf = ({ name, originalName }: RemoteFile) => originalName ?? name ?? '';

/** The account's file with that text, or undefined. Ignores files that the provider could not read. */
export const findKnowledge = (files: readonly RemoteFile[], { name }: KnowledgeFile): RemoteFile | undefined =>
  files.find((file) => nameOf(file) === name && file.status !== 'failed');

/** The ids of the files that the account's owner has added to the assistant's knowledge. */
export function otherFiles(remote: RemoteAssistant | undefined, files: readonly RemoteFile[]): string[] {
  const ids = valueAt(remote, KNOWLEDGE_FILES);
  const others = files.filter((file) => !OURS.test(nameOf(file))).map(({ id }) => id);
  return others.filter((id) => Array.isArray(ids) && ids.includes(id));
}

/**
 * Uploads the text.
 *
 * @throws Fault when the provider can't read the file
 */
export async function uploadKnowledge(account: Account, { name, text }: KnowledgeFile): Promise<RemoteFile> {
  const file = await account.uploadFile(name, text);
  if (file.status === 'failed')
    throw new Fault(`Vapi accepted ${name}, but could not read it. Nothing else was changed. Try again later.`);
  return file;
}

const isOld = ({ createdAt }: RemoteFile) => Date.now() - Date.parse(createdAt ?? '') > OLD_AFTER_MS;

/**
 * Removes texts that are more than a day old and that nothing in the account uses.
 *
 * @returns the names of the removed files, or undefined if the account has more entries than can be checked
 * @throws ApiError when a list can't be read or a file can't be removed
 */
export async function removeOldKnowledge(
  account: Account,
  files: readonly RemoteFile[],
  current: RemoteFile,
): Promise<string[] | undefined> {
  const old = files.filter((file) => OURS.test(nameOf(file)) && file.id !== current.id && isOld(file));
  if (old.length === 0) return [];
  const users = await account.listFileUsers();
  if (!users) return undefined;
  const used = JSON.stringify(users);
  const unused = old.filter(({ id }) => !used.includes(JSON.stringify(id)));
  for (const { id } of unused) await account.removeFile(id);
  return unused.map(nameOf);
}
