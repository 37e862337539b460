import type { ISql, Sql } from 'postgres';

/** A table with its timestamp columns. */
interface Moments {
  schema: string;
  table: string;
  columns: string[];
}

/** Cached by database: migrations are complete when a test starts. */
const known = new WeakMap<Sql, Promise<Moments[]>>();

const find = async (database: Sql): Promise<Moments[]> => [
  ...(await database<Moments[]>`
    select table_schema as schema, table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where data_type = 'timestamp with time zone' and column_name <> 'starts_at'
      and table_schema in ('public', 'private')
    group by 1, 2`),
];

/**
 * Advances the clock of a test's database: everything in it becomes older, and what is due later is due sooner.
 *
 * @param interval in PostgreSQL's format, for example `3 minutes`
 */
export async function passTime(database: Sql, interval: string): Promise<void> {
  const found = known.get(database) ?? find(database);
  known.set(database, found);
  for (const { schema, table, columns: names } of await found) {
    const grow = (sql: ISql) =>
      sql`update ${sql(schema)}.${sql(table)} set ${names
        .map((name) => sql`${sql(name)} = ${sql(name)} - ${interval}::interval`)
        .reduce((all, one) => sql`${all}, ${one}`)}`;
    if (table === 'desk_log')
      await database.begin(async (sql) => {
        // Nobody can change the log, as long as its triggers are on.
        await sql`set local session_replication_role = replica`;
        await grow(sql);
      });
    else await grow(database);
  }
}
