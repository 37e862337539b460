/** Renders mails with other words than those that the functions of this machine have. */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { copy, name } = workerData as { copy: unknown; name: string | number };
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/functions/_shared/email-copy.generated.ts')
      ? { format: 'module', shortCircuit: true, source: `export const emailCopy = ${JSON.stringify(copy)};` }
      : next(url, context),
});
const { sampleMails } = await import('./sample-mails.ts');
parentPort?.postMessage(sampleMails(name));
