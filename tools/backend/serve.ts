import { superviseBackend } from '../local/supervise-backend.ts';

/**
 * Runs the local backend alone, until this process gets a signal.
 *
 * @throws Fault when it does not start
 */
export async function serve(): Promise<void> {
  const backend = superviseBackend();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void backend.stop().then(() => process.exit()));
  const { apiUrl, mailboxUrl, data } = await backend.ready;
  console.log(`API      ${apiUrl}\nMailbox  ${mailboxUrl}\nData     ${data}\nready`);
}
