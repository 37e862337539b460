import { eraseInParts, type ErasedPart } from '../../src/backend/erase-in-parts.ts';
import { Fault } from '../../src/lib/fault.ts';
import { openTeamCalls } from './team-call.ts';

const USAGE = 'Name the address whose data to delete:\n  npm run backend -- erase <address>';

/** The most resumes without an application that are looked at. */
const MOST = 10_000;

/**
 * Deletes everything stored about an email address, including resumes, and prints what it was.
 *
 * @param rest the arguments after the command
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function erase(rest: readonly string[]): Promise<number> {
  const [address, ...more] = rest;
  if (!address?.includes('@') || more.length > 0) throw new Fault(USAGE);
  const calls = await openTeamCalls();
  const erased = await eraseInParts(async () => (await calls.database('erase_address', { address })) as ErasedPart);
  const resumes = (erased['resumes'] ?? []) as string[];
  for (const [what, count] of Object.entries({ ...erased, resumes: resumes.length }))
    console.log(`${String(count).padStart(4)}  ${what}`);
  // Deletes the files now instead of within a minute. The counts come first, in case this fails.
  if (resumes.length > 0) await calls.sweep();
  console.log(
    'Not deleted: delivered mails, backups, and call data kept by the voice and video providers. If a call has ended in the\n' +
      'last two hours, its report may still arrive: run this again then.',
  );
  const orphans = (await calls.database('orphaned_resumes', { most: MOST })) as string[];
  const left = resumes.filter((name) => orphans.includes(name)).length;
  if (left === 0) return 0;
  console.log(
    `${left} of the resumes are not deleted yet. Each minute deletes 50 more; run this again to see whether they are gone.`,
  );
  return 1;
}
