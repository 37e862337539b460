import type { Sql } from 'postgres';

/** What PostgreSQL needs to keep a confirmed row through a power cut, which no kill can show. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const;

/** Which of the settings that keep rows through a power cut are not set: a line for each. */
export async function faultsOfDurability(database: Sql): Promise<string[]> {
  const settings = await database<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ${database(Object.keys(DURABLE))}`;
  return Object.entries(DURABLE).flatMap(([name, wanted]) => {
    const setting = settings.find((one) => one.name === name)?.setting;
    return setting === wanted ? [] : [`PostgreSQL runs with ${name} = ${setting ?? 'nothing'}`];
  });
}
