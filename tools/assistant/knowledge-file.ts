import { createHash } from 'node:crypto';
import { Fault } from '../../src/lib/fault.ts';
import type { Account, RemoteAssistant, RemoteFile } from './account.ts';
import { KNOWLEDGE_FILES } from './content-fields.ts';
import { valueAt } from './list-entries.ts';

/** The text of the site as a file: its name says which text it is. */
export interface KnowledgeFile {
  /** At most 40 characters, which is what the provider keeps. */
  name: string;
  text: string;
}

const OURS = /^knowledge-[0-9a-f]{12}\.md$/;
/** A younger text may be of a push that runs at the same time, and has not been told to its assistant yet. */
const OLD_AFTER_MS = 24 * 60 * 60_000;

export const knowledgeFile = (text: string): KnowledgeFile => ({
  name: `knowledge-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.md`,
  text,
});

const nameOf = ({ name, originalName }: RemoteFile) => originalName ?? name ?? '';

/** The file with that text among those of the account, or undefined. What could not be read there does not count. */
export const findKnowledge = (files: readonly RemoteFile[], { name }: KnowledgeFile): RemoteFile | undefined =>
  files.find((file) => nameOf(file) === name && file.status !== 'failed');

/** The ids of what the account's owner has put beside the text of the site, which the assistant answers from too. */
export function otherFiles(remote: RemoteAssistant | undefined, files: readonly RemoteFile[]): string[] {
  const ids = valueAt(remote, KNOWLEDGE_FILES);
  const others = files.filter((file) => !OURS.test(nameOf(file))).map(({ id }) => id);
  return others.filter((id) => Array.isArray(ids) && ids.includes(id));
}

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

const isOld = ({ createdAt }: RemoteFile) => Date.now() - Date.parse(createdAt ?? '') > OLD_AFTER_MS;

/**
 * Removes the texts of former days that nothing in the account uses any more.
 *
 * @returns the names of what was removed, or undefined when the account has more than can be looked at
 * @throws ApiError when something could not be looked at, or not be removed
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
