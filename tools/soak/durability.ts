import type { Sql } from 'postgres';

/** The settings with which PostgreSQL keeps a confirmed row through a power cut. Killing processes can't test this. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const;

/** The settings that should protect rows from a power cut but have another value, one line each. */
export async function faultsOfDurability(database: Sql): Promise<string[]> {
  const settings = await database<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ${database(Object.keys(DURABLE))}`;
  return Object.entries(DURABLE).flatMap(([name, wanted]) => {
    const setting = settings.find((one) => one.name === name)?.setting;
    return setting === wanted ? [] : [`PostgreSQL runs with ${name} = ${setting ?? 'nothing'}`];
  });
}
