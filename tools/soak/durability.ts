import type { Sql } from 'postgres';

/** What PostgreSQL needs to keep a confirmed row through a power cut, which no kill can show. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const;

/** The settings that protect rows from a power cut and are not set, one line each. */
export async function faultsOfDurability(database: Sql): Promise<string[]> {
  const settings = await database<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ${database(Object.keys(DURABLE))}`;
  return Object.entries(DURABLE).flatMap(([name, wanted]) => {
    const setting = settings.find((one) => one.name === name)?.setting;
    return setting === wanted ? [] : [`PostgreSQL runs with ${name} = ${setting ?? 'nothing'}`];
  });
}
