/**
 * `npm run backend`: the local backend alone.
 * `npm run backend -- notify <resource>`: mails those who wait for a resource; see notify.ts.
 * `npm run backend -- retry`: mails the team again what was given up; see retry.ts.
 * `npm run backend -- erase <address>`: deletes all that is stored about an address; see erase.ts.
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
  } else if (command === 'retry') {
    const { retry } = await import('./retry.ts');
    process.exitCode = await retry(rest);
  } else if (command === 'erase') {
    const { erase } = await import('./erase.ts');
    process.exitCode = await erase(rest);
  } else throw new Fault(`There is no command "${command}". There are: notify, retry, erase`);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
