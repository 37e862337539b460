/**
 * `npm run backend`: the local backend alone; see serve.ts.
 * `npm run backend -- announce <resource>`: mails everyone waiting for a resource; see announce.ts.
 * `npm run backend -- retry`: retries the mails that were given up; see retry.ts.
 * `npm run backend -- erase <address>`: deletes everything stored about an address; see erase.ts.
 * `npm run backend -- staff …`: who may use the desk; see staff.ts.
 * `npm run backend -- push | functions | check`: deploy the backend to a hosted project, and check it.
 * `npm run backend -- ready`: lists what is still a placeholder; see ready.ts.
 */
import { Fault, printError } from '../../src/lib/fault.ts';

type Command = (rest: readonly string[]) => Promise<number>;

/** Imported on demand: no command needs the dependencies of all the others. */
const commands: Record<string, (() => Promise<Command>) | undefined> = {
  announce: async () => (await import('./announce.ts')).announce,
  retry: async () => (await import('./retry.ts')).retry,
  erase: async () => (await import('./erase.ts')).erase,
  staff: async () => (await import('./staff.ts')).staff,
  push: async () => (await import('./push.ts')).push,
  functions: async () => (await import('./functions.ts')).functions,
  check: async () => (await import('./check.ts')).check,
  ready: async () => (await import('./ready.ts')).ready,
};

const USAGE = `Usage:
  npm run backend                          runs the local backend alone
  npm run backend -- announce <resource>   counts who is waiting for a resource; --send mails each of them once
  npm run backend -- retry                 retries the mails to the team that were given up
  npm run backend -- erase <address>       deletes everything stored about an address, immediately
  npm run backend -- staff                 who may use the desk: list, add, remove, reset-factor, reset-password
  npm run backend -- push                  applies pending migrations to a Supabase project
  npm run backend -- functions             deploys the edge functions to it
  npm run backend -- check                 lists what is wrong with it and how to fix it
  npm run backend -- ready                 lists what is still a placeholder and has to be replaced`;

const [command, ...rest] = process.argv.slice(2);

try {
  if (command === undefined) {
    await (await import('./serve.ts')).serve();
  } else {
    const run = commands[command];
    if (!run) throw new Fault(command.startsWith('-') ? USAGE : `Unknown command "${command}". ${USAGE}`);
    process.exitCode = await (await run())(rest);
  }
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
