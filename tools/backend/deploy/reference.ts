import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { openBaseline, type Baseline } from '../../local/api/baseline.ts';
import { logNoValues } from '../../local/api/log-no-values.ts';
import { openCluster, type DatabaseOptions } from '../../local/postgres/cluster.ts';
import { postgresHome } from '../../local/postgres/home.ts';
import { requireVerification } from '../../local/postgres/require-verification.ts';
import { readFacts } from './database.ts';
import type { Fact } from './facts.ts';

const random = () => randomBytes(24).toString('base64url');

/** Otherwise PostgreSQL prints a notice for everything that exists already. */
function quiet(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('client_min_messages', 'warning');
  return url.href;
}

/** Sets up a PostgreSQL as Supabase's are before the first migration. The keys are random and not kept. */
export function prepare(database: DatabaseOptions | string, storageFolder: string): Promise<Baseline> {
  logNoValues(() => undefined);
  return openBaseline(
    typeof database === 'string' ? quiet(database) : database,
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
  const cluster = await openCluster(home, random(), () => undefined);
  try {
    const baseline = await prepare(cluster.options, join(folder, 'storage'));
    await baseline.migrate();
    await baseline.connection.close();
    await requireVerification(cluster.options, verified);
    const database = postgres({ ...cluster.options, max: 1 });
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
