import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/**
 * The git-ignored folder with the data of all local stand-ins. `LOCAL_DIR` names another one, so that tests and a
 * second checkout don't interfere.
 */
export function localFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(projectFolder, env['LOCAL_DIR'] || '.local');
}

/** What is written to, or emptied, in a local folder. */
const OWN_FOLDERS: readonly string[] = ['site', 'postgres', 'mail', 'storage'];

/** The secrets of one local folder. They give access only to that folder's own loopback services. */
export interface LocalKeys {
  /** Names this folder's data where it has to be stored elsewhere; kept here so that it moves with the folder. */
  id: string;
  publishable: string;
  secret: string;
  jwtSecret: string;
  postgresPassword: string;
  /** Authenticates the rehearsal's call reports. */
  callReport: string;
  /** The secret behind the key that signs the tokens of staff (auth/signing-key.ts). */
  signing: string;
  /** The API key of the local video rooms. */
  daily: string;
  /** The functions' MEETING_SECRET. */
  meeting: string;
  /** The token with which a developer signs in at /edit. */
  editor: string;
  /** The functions' EDIT_APP_SECRET. */
  editApp: string;
}

/** They follow from the secret key, so that older folders have them too. */
type Derived = 'callReport' | 'signing' | 'daily' | 'meeting' | 'editor' | 'editApp';

/**
 * The keys of this folder: random, created on first use, and kept. They are never constants in the code, so none can
 * end up in a bundle through an import.
 *
 * @throws Fault when the file is damaged
 */
export function localKeys(folder: string): LocalKeys {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) {
    const own = OWN_FOLDERS.map((name) => join(folder, name)).find((path) => existsSync(path));
    // Another process may have begun here in between.
    if (own && !existsSync(file))
      throw new Fault(
        `${own} exists, but not ${file}, so it may be somebody else’s.\nPut keys.json back, delete ${own}, or set LOCAL_DIR to another folder.`,
      );
    mkdirSync(folder, { recursive: true });
    const random = () => randomBytes(24).toString('base64url');
    const keys: Omit<LocalKeys, Derived> = {
      id: randomBytes(6).toString('hex'),
      publishable: `sb_publishable_${random()}`,
      secret: `sb_secret_${random()}`,
      jwtSecret: random() + random(),
      postgresPassword: random(),
    };
    // Linked into place: a crash leaves no partial file, and if two starts race, the first one's keys are used.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(keys, null, 2), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  try {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as Omit<LocalKeys, Derived>;
    // It becomes the name of a folder.
    if (!/^[\da-f]{12}$/.test(keys.id)) throw new Error('its id is damaged');
    const derived = (use: string) => createHash('sha256').update(`${use} ${keys.secret}`).digest('base64url');
    return {
      ...keys,
      callReport: derived('call report'),
      signing: derived('signing'),
      daily: derived('daily'),
      meeting: derived('meeting'),
      // In GitHub's form, without what a double click would not select.
      editor: `github_pat_${derived('editor').replaceAll(/\W|_/g, '')}`,
      editApp: derived('edit app'),
    };
  } catch (error) {
    throw new Fault(
      `${file} can't be read (${(error as Error).message}).\nPut the old file back, or delete the folder ${folder} to start with an empty database.`,
    );
  }
}
