/**
 * `npm run backend`: the local backend alone.
 * `npm run backend -- notify <resource>`: mails those who wait for a resource; see notify.ts.
 */
import { writeEmailCopy } from '../integrations/email-copy.ts';
import { Fault, printError } from '../local/fault.ts';

const [command, ...rest] = process.argv.slice(2);

try {
  if (command === undefined) {
    // The functions import it, and a fresh clone does not have it yet.
    writeEmailCopy();
    await import('../local/backend.ts');
  } else if (command === 'notify') {
    const { notify } = await import('./notify.ts');
    process.exitCode = await notify(rest);
  } else throw new Fault(`There is no command "${command}". There is: notify`);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
