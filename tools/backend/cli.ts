/**
 * `npm run backend`: the local backend alone.
 * `npm run backend -- notify <resource>`: mails those who wait for a resource; see notify.ts.
 * `npm run backend -- retry`: mails the team again what was given up; see retry.ts.
 * `npm run backend -- erase <address>`: deletes all that is stored about an address; see erase.ts.
 * `npm run backend -- push | functions | check`: bring the backend to a hosted project, and look whether it is right.
 */
import { writeEmailCopy } from '../../src/build/integrations/email-copy.ts';
import { Fault, printError } from '../../src/lib/fault.ts';

type Command = (rest: readonly string[]) => Promise<number>;

/** Each comes when it is called: not all need what the others do. */
const commands: Record<string, (() => Promise<Command>) | undefined> = {
  notify: async () => (await import('./notify.ts')).notify,
  retry: async () => (await import('./retry.ts')).retry,
  erase: async () => (await import('./erase.ts')).erase,
  push: async () => (await import('./push.ts')).push,
  functions: async () => (await import('./functions.ts')).functions,
  check: async () => (await import('./check.ts')).check,
};

const USAGE = `Say what to do:
  npm run backend                          runs the local backend alone
  npm run backend -- notify <resource>     counts who waits for a resource; --send mails each once
  npm run backend -- retry                 mails the team again what was given up
  npm run backend -- erase <address>       deletes, at once, all that is stored about an address
  npm run backend -- push                  makes the migrations that a project at Supabase has not had
  npm run backend -- functions             deploys the edge functions to it
  npm run backend -- check                 names what is not as it should be there, and what mends it`;

const [command, ...rest] = process.argv.slice(2);

try {
  if (command === undefined) {
    // The functions import it, and a fresh clone does not have it yet.
    writeEmailCopy();
    await import('../local/backend.ts');
  } else {
    const run = commands[command];
    if (!run) throw new Fault(command.startsWith('-') ? USAGE : `There is no command "${command}". ${USAGE}`);
    process.exitCode = await (await run())(rest);
  }
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
