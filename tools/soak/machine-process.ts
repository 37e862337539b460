/** The part of `npm start` for the backend: a process that supervises it. machine.ts kills it. */
import { startBackend } from '../../tests/setup/stack.ts';

const backend = await startBackend({});
const stop = () => void backend.stop().then(() => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, stop);
const { apiUrl, publishableKey, mailboxUrl, database, data } = backend;
process.send?.({ apiUrl, publishableKey, mailboxUrl, database, data });
