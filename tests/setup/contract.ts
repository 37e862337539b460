import { rmSync } from 'node:fs';
import { editedBuild, sharedBuild } from './shared-build.ts';
import { freePorts, startBackend, TEMPLATE, temporaryFolder } from './stack.ts';

/**
 * Does what many files need once: the builds of unchanged sources, and the folder that every stack begins with, since
 * making a database cluster and running all migrations takes longer than copying what they made.
 *
 * @returns what removes that folder
 */
export default async function setUp(): Promise<() => void> {
  const folder = temporaryFolder();
  const backend = await startBackend({ LOCAL_DIR: folder, ...(await freePorts()) });
  await backend.stop();
  // Who runs a few tests on changed sources (tests/broken) waits for no build that none of them asks for.
  if (!process.env['BUILD_WHEN_ASKED']) await Promise.all([sharedBuild(), editedBuild()]);
  process.env[TEMPLATE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
