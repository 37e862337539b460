import { rmSync } from 'node:fs';
import { freePorts, startBackend, TEMPLATE, temporaryFolder } from './stack.ts';

/**
 * Makes the folder that every stack of a run begins with: making a database cluster and running all migrations takes
 * longer than copying what they made.
 *
 * @returns what removes it
 */
export default async function makeTemplate(): Promise<() => void> {
  const folder = temporaryFolder();
  const backend = await startBackend({ LOCAL_DIR: folder, ...(await freePorts()) });
  await backend.stop();
  process.env[TEMPLATE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
