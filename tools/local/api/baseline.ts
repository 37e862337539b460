import { join } from 'node:path';
import type { App } from '@supabase/lite';
import type { Kysely } from 'kysely';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { type LocalKeys } from '../folder.ts';
import type { DatabaseOptions } from '../postgres/cluster.ts';
import { closeStreamedFiles } from './close-streamed-files.ts';
import { HOSTED_SCHEMA } from './hosted-schema.ts';

/** The private members of @supabase/lite 0.10.0 that we use; tests/contract fails if they change. */
export interface LiteConnection {
  rlsState: 'unknown' | 'active' | 'inactive';
  applyJwtSessionContext(transaction: Kysely<unknown>, variables: unknown, storage: unknown): Promise<void>;
  /** Called with every unexpected failure of a request; returns the database's error for one of its driver. */
  normalizeDbError(error: unknown): unknown;
  exec(statements: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The folder in which its storage keeps files. */
interface LiteStorage {
  basePath: string;
}

/** A PostgreSQL with what a hosted project has before its first migration. */
export interface Baseline {
  app: App;
  connection: LiteConnection;
  /**
   * Applies the pending migrations in supabase/migrations.
   *
   * @throws Error when a migration fails; the message names it
   */
  migrate: () => Promise<void>;
}

/** A URL can't name a socket. The driver takes from these variables what the URL lacks. */
const inEnvironment = ({ host, user, password, database }: DatabaseOptions) => ({
  LOCAL_DB_URL: `postgres:///${database}`,
  PGHOST: host,
  PGUSER: user,
  PGPASSWORD: password,
});

/**
 * Gives a PostgreSQL what a hosted project has before its first migration: roles, schemas, and the tables of the storage,
 * of sign-in and of live messages.
 *
 * @param database how the superuser connects: options, or a connection string
 * @param keys the API's keys
 * @param siteUrl where the site is served, for links in Auth mails
 * @param storageFolder where uploaded files are kept
 */
export async function openBaseline(
  database: DatabaseOptions | string,
  keys: Pick<LocalKeys, 'jwtSecret' | 'publishable' | 'secret'>,
  siteUrl: string,
  storageFolder: string,
): Promise<Baseline> {
  // supabase/config.toml reads these.
  Object.assign(process.env, {
    ...(typeof database === 'string' ? { LOCAL_DB_URL: database } : inEnvironment(database)),
    LOCAL_JWT_SECRET: keys.jwtSecret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    SITE_URL: siteUrl,
    EXPERIMENTAL_STORAGE: '1',
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
  });
  await closeStreamedFiles();
  // The module reads its variables when it is loaded.
  const { applyPendingMigrations, createApi } = await import('@supabase/lite/cli');
  const api = await createApi({ withSupabaseClient: false });
  // Admin mode would let a request without any key read and delete everything.
  const app: App = await api.project.local.createApp(join(projectFolder, 'supabase/config.toml'), { admin: false });
  // The default is next to the migrations.
  (app._storageAdapter as unknown as LiteStorage).basePath = storageFolder;
  if (app.hasEnabledSystemBaseSchema()) await app.ensureSystemSchema();

  const connection = app.connection as unknown as LiteConnection;
  await connection.exec(HOSTED_SCHEMA);
  // Otherwise the first request runs GRANT ALL … TO anon, which would undo the migrations' own grants.
  connection.rlsState = 'active';
  return {
    app,
    connection,
    migrate: async () => {
      await applyPendingMigrations(app);
    },
  };
}
