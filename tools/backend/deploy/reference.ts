import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import postgres from 'postgres';
import { openBaseline, type Baseline } from '../../local/api/baseline.ts';
import { logNoValues } from '../../local/api/log-no-values.ts';
import { LOOPBACK } from '../../local/ports.ts';
import { openCluster } from '../../local/postgres/cluster.ts';
import { postgresHome } from '../../local/postgres/home.ts';
import { requireVerification } from '../../local/postgres/require-verification.ts';
import { readFacts } from './database.ts';
import type { Fact } from './facts.ts';

const random = () => randomBytes(24).toString('base64url');

/** Sets up a PostgreSQL as Supabase's are before the first migration. The keys are random and not kept. */
export function prepare(databaseUrl: string, storageFolder: string): Promise<Baseline> {
  logNoValues(() => undefined);
  const quiet = new URL(databaseUrl);
  // Otherwise PostgreSQL prints a notice for everything that exists already.
  quiet.searchParams.set('client_min_messages', 'warning');
  return openBaseline(
    quiet.href,
    { jwtSecret: random() + random(), publishable: random(), secret: random() },
    'http://localhost',
    storageFolder,
  );
}

/**
 * The facts of a correct database: one that is built on this machine from the migrations of this clone, read, and
 * thrown away.
 *
 * @param verified whether it accepts requests only from the function verified-request
 * @throws Fault when PostgreSQL can't be started
 */
export async function referenceFacts(verified: boolean): Promise<Fact[]> {
  const folder = mkdtempSync(join(tmpdir(), 'site-reference-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const home = postgresHome(folder, `reference-${randomBytes(6).toString('hex')}`);
  const cluster = await openCluster(
    home,
    random(),
    () => getPort({ host: LOOPBACK }),
    () => undefined,
  );
  try {
    const baseline = await prepare(cluster.url, join(folder, 'storage'));
    await baseline.migrate();
    await baseline.connection.close();
    await requireVerification(cluster.url, verified);
    const database = postgres(cluster.url, { max: 1 });
    try {
      return await readFacts((statement) => database.unsafe(statement), true);
    } finally {
      await database.end();
    }
  } finally {
    await cluster.stop();
    for (const path of [folder, join(home.data, '..')]) rmSync(path, { recursive: true, force: true });
  }
}
