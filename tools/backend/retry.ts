import { Fault } from '../../src/lib/fault.ts';
import { openTeamCalls } from './team-call.ts';

/**
 * Retries the mail to the team for every request that was given up as a dead letter.
 *
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function retry(rest: readonly string[]): Promise<number> {
  if (rest.length > 0) throw new Fault('This command takes no arguments: npm run backend -- retry');
  const calls = await openTeamCalls();
  const count = (await calls.database('retry_dead_letters')) as number;
  if (count === 0) {
    console.log('There are no dead letters.');
    return 0;
  }
  await calls.sweep();
  console.log(
    `${count} ${count === 1 ? 'dead letter is' : 'dead letters are'} being retried; the desk shows the result.`,
  );
  return 0;
}
