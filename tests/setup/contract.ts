import { rmSync } from 'node:fs';
import { editedBuild, sharedBuild } from './shared-build.ts';
import { freePorts, startBackend, TEMPLATE, temporaryFolder } from './stack.ts';

/**
 * Prepares once what many files need: the builds of unchanged sources, and the initial folder of every stack, since
 * creating a database cluster and running all migrations takes longer than copying the result.
 *
 * @returns a function that removes that folder
 */
export default async function setUp(): Promise<() => void> {
  const folder = temporaryFolder();
  const backend = await startBackend({ LOCAL_DIR: folder, ...(await freePorts()) });
  await backend.stop();
  // A run of a few tests on changed sources (tests/broken) makes only the builds that those tests use.
  if (!process.env['BUILD_WHEN_ASKED']) await Promise.all([sharedBuild(), editedBuild()]);
  process.env[TEMPLATE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
