import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { compareFacts, compareMigrations } from './compare.ts';
import { factsQuery, MIGRATIONS, NETWORKS, PRESENCE, SCHEDULE, type Fact, type Presence } from './facts.ts';
import { PUSH, type Finding } from './finding.ts';

/** Runs one read-only statement. Rejects with the reason if it fails. */
export type Query = (statement: string) => Promise<unknown[]>;

const one = async <Row>(query: Query, statement: string): Promise<Row> => (await query(statement))[0] as Row;

/** Which parts of Supabase a database has. */
export const readPresence = (query: Query): Promise<Presence> => one<Presence>(query, PRESENCE);

/** Every fact of a database. */
export const readFacts = async (query: Query, storage: boolean): Promise<Fact[]> =>
  (await one<{ facts: Fact[] }>(query, factsQuery(storage))).facts;

/** The migration versions of this clone, oldest first. */
export const migrationVersions = (): string[] =>
  readdirSync(join(projectFolder, 'supabase/migrations'))
    .map((file) => /^(\d+)_.+\.sql$/.exec(file)?.[1])
    .filter((version) => version !== undefined)
    .sort();

const FIX_SCHEDULE =
  "create extension if not exists pg_cron;\ncreate extension if not exists pg_net;\nselect private.schedule_sweep('https://<reference>.supabase.co', '<a secret key of the project>');";

/** A key that was revoked is the likeliest cause; the answers name any other. */
const FIX_SWEEP =
  "select private.schedule_sweep('https://<reference>.supabase.co', '<a secret key of the project>');\n" +
  'select created, status_code, error_msg, content from net._http_response order by created desc limit 3;\n' +
  'Check again two minutes later.';

const FIX_NETWORKS =
  "update private.settings set network_header = '<the header in which only your gateway writes the address>';";

/** Whether a database accepts requests only from the function verified-request (private.require_verification). */
export const readsVerifiedOnly = async (query: Query): Promise<boolean> =>
  (await one<{ required: boolean }>(query, 'select verification_required as required from private.settings')).required;

/**
 * Finds what is wrong with a database.
 *
 * @param reference reads the facts of a correct database, with or without required verification; called only if no
 *   migration is missing
 */
export async function checkDatabase(
  query: Query,
  reference: (verified: boolean) => Promise<Fact[]>,
): Promise<Finding[]> {
  const presence = await readPresence(query);
  if (presence.missing_roles.length > 0 || !presence.storage)
    return [{ wrong: 'This is not a Supabase database: it has no roles or no storage.', fix: `${PUSH} --prepare` }];
  const had = presence.history ? ((await query(MIGRATIONS)) as { version: string }[]).map((row) => row.version) : [];
  const migrations = compareMigrations(migrationVersions(), had);
  // They may cause all other differences.
  if (migrations.length > 0) return migrations;

  const verified = await readsVerifiedOnly(query);
  const findings = compareFacts(await reference(verified), await readFacts(query, presence.storage));
  const { scheduled, swept } = presence.cron
    ? await one<{ scheduled: boolean; swept: boolean }>(query, SCHEDULE)
    : { scheduled: !presence.cron_available, swept: true };
  if (!scheduled)
    findings.push({ wrong: 'Nothing calls request-sweep: mail that fails once is never retried.', fix: FIX_SCHEDULE });
  else if (!swept)
    findings.push({
      wrong:
        'request-sweep is scheduled but has not run for ten minutes: mail that fails once is not retried, and nothing is deleted.',
      fix: FIX_SWEEP,
    });
  if ((await one<{ unknown: boolean }>(query, NETWORKS)).unknown)
    findings.push({
      wrong: 'Requests arrive without the address of their visitor, so all visitors share the limit of one network.',
      fix: FIX_NETWORKS,
    });
  return findings;
}
