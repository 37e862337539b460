import { Fault } from '../../src/lib/fault.ts';
import { openTeamCalls } from './team-call.ts';

const USAGE = 'Say whose data is to be deleted:\n  npm run backend -- erase <address>';

/** What erase_address returns: how many rows of each table went, and the names of resumes. */
type Erased = Record<string, number> & { resumes: string[] };

/**
 * Deletes everything that is stored about an e-mail address, resumes too, and says what it was.
 *
 * @param rest the words behind the command
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function erase(rest: readonly string[]): Promise<number> {
  const [address, ...more] = rest;
  if (!address?.includes('@') || more.length > 0) throw new Fault(USAGE);
  const calls = openTeamCalls();
  const { resumes, ...rows } = (await calls.database('erase_address', { address })) as Erased;
  for (const [table, count] of Object.entries(rows)) console.log(`${String(count).padStart(4)}  ${table}`);
  console.log(`${String(resumes.length).padStart(4)}  resumes`);
  // The files themselves, at once instead of within a minute; what has been deleted is said even if this fails.
  if (resumes.length > 0) await calls.sweep();
  console.log('Not deleted: mails that were delivered, and what the voice provider keeps of calls.');
  return 0;
}
