import type { Sql } from 'postgres';

/**
 * Moves the clock of a test's database ahead: everything in it becomes older, and what is due later is due sooner.
 *
 * @param interval as PostgreSQL writes it, for example `3 minutes`
 */
export async function passTime(database: Sql, interval: string): Promise<void> {
  const columns = await database<{ schema: string; table: string; columns: string[] }[]>`
    select table_schema as schema, table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where data_type = 'timestamp with time zone' and column_name <> 'starts_at'
      and (table_schema = 'public' or (table_schema, table_name) = ('private', 'request_log'))
    group by 1, 2`;
  for (const { schema, table, columns: names } of columns)
    await database`update ${database(schema)}.${database(table)} set ${names
      .map((name) => database`${database(name)} = ${database(name)} - ${interval}::interval`)
      .reduce((all, one) => database`${all}, ${one}`)}`;
}
