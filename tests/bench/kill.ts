/**
 * What survives kill -9: 500 submissions at once from varied addresses and networks, and the backend killed in the middle.
 * `npm run bench:kill` kills the backend's process, `npm run bench:kill -- --all` PostgreSQL with it.
 * Ends with exit code 1 when a single confirmed request is missing afterwards.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startStack, submission } from '../setup/stack.ts';

const COUNT = 500;
const killPostgres = process.argv.includes('--all');
const stack = await startStack();
const { backend } = stack;

const statuses = new Map<number, number>();
const confirmed: string[] = [];
const victim = backend.pid();

async function submit(index: number): Promise<void> {
  const row = submission();
  const ip = `10.${index % 200}.${Math.floor(index / 200)}.${index % 250}`;
  const { status } = await stack.visitor(ip).from('contact_submissions').insert(row);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status === 201) confirmed.push(String(row['id']));
  // In the middle: a fifth is confirmed, the rest is under way.
  if (confirmed.length === COUNT / 5 && status === 201) {
    process.kill(victim, 'SIGKILL');
    if (killPostgres)
      process.kill(Number(readFileSync(join(backend.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }
}
await Promise.all(Array.from({ length: COUNT }, (_, index) => submit(index)));

const deadline = Date.now() + 30_000;
let stored: Set<string> | undefined;
while (!stored && Date.now() < deadline) {
  try {
    if (backend.pid() === victim) throw new Error('not restarted yet');
    // A confirmed id, sent again, must answer 409.
    const answers = await Promise.all(
      confirmed.map(async (id) => ({
        id,
        status: (await stack.visitor().from('contact_submissions').insert(submission({ id }))).status,
      })),
    );
    if (answers.some(({ status }) => status === 0)) throw new Error('not reachable yet');
    stored = new Set(answers.filter(({ status }) => status === 409).map(({ id }) => id));
  } catch {
    await wait(100);
  }
}
const missing = confirmed.filter((id) => !stored?.has(id));
console.log(`killed: ${killPostgres ? 'backend and PostgreSQL' : 'backend'}`);
console.log(
  `sent at once: ${COUNT}; answers: ${[...statuses].map(([status, times]) => `${status || 'connection lost'} × ${times}`).join(', ')}`,
);
console.log(
  `confirmed: ${confirmed.length}; there after the restart: ${stored?.size ?? 'unknown'}; missing: ${missing.length}`,
);
await stack.stop();
process.exit(stored && missing.length === 0 && confirmed.length > 0 ? 0 : 1);
