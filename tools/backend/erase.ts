import { Fault } from '../../src/lib/fault.ts';
import { openTeamCalls } from './team-call.ts';

const USAGE = 'Name the address whose data to delete:\n  npm run backend -- erase <address>';

/** The most resumes without an application that are looked at. */
const MOST = 10_000;

/** What erase_address returns: how many rows of each table it deleted, and the names of the resumes. */
type Erased = Record<string, number> & { resumes: string[] };

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
  const { resumes, ...rows } = (await calls.database('erase_address', { address })) as Erased;
  for (const [table, count] of Object.entries(rows)) console.log(`${String(count).padStart(4)}  ${table}`);
  console.log(`${String(resumes.length).padStart(4)}  resumes`);
  // Deletes the files now instead of within a minute. The counts come first, in case this fails.
  if (resumes.length > 0) await calls.sweep();
  console.log(
    'Not deleted: delivered mails, and call data kept by the voice provider. If a call has ended in the last two hours,\n' +
      'its report may still arrive: run this again then.',
  );
  const orphans = (await calls.database('orphaned_resumes', { most: MOST })) as string[];
  const left = resumes.filter((name) => orphans.includes(name)).length;
  if (left === 0) return 0;
  console.log(
    `${left} of the resumes are not deleted yet. Each minute deletes 50 more; run this again to see whether they are gone.`,
  );
  return 1;
}
