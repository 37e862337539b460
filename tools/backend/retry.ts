import { Fault } from '../../src/lib/fault.ts';
import { openTeamCalls } from './team-call.ts';

/**
 * Mails the team every request again that was given up as a dead letter.
 *
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function retry(rest: readonly string[]): Promise<number> {
  if (rest.length > 0) throw new Fault('This takes no words behind it: npm run backend -- retry');
  const calls = openTeamCalls();
  const count = (await calls.database('retry_dead_letters')) as number;
  if (count === 0) {
    console.log('There is no dead letter.');
    return 0;
  }
  await calls.sweep();
  console.log(
    `${count} ${count === 1 ? 'dead letter is' : 'dead letters are'} tried again; the inbox says how it went.`,
  );
  return 0;
}
