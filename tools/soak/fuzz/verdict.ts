import type { ReservedSql, Sql } from 'postgres';

/** The database's verdict on a row: how it would be stored, or why it would be refused. */
export type Verdict = { stored: Record<string, unknown> } | { refused: string };

/**
 * Asks the database for its verdict on a row, without leaving anything behind. The limits of requests and of time don't
 * apply here.
 */
export type Ask = (table: string, row: Record<string, unknown>) => Promise<Verdict>;

/** Opens a connection for asking; `release` closes it. */
export async function openVerdicts(database: Sql): Promise<{ ask: Ask; release: () => void }> {
  const connection: ReservedSql = await database.reserve();
  await connection.unsafe(`
    create or replace function pg_temp.verdict(request_table text, request jsonb) returns jsonb language plpgsql as $$
    declare
      columns text := (select string_agg(quote_ident(c), ', ') from jsonb_object_keys(request) c);
      stored jsonb;
      reason text;
    begin
      execute format(
        'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(%1$I.*)',
        request_table, columns
      ) into stored using request;
      -- Takes the row away again.
      raise sqlstate 'UNDO1';
    exception
      when sqlstate 'UNDO1' then return jsonb_build_object('stored', stored);
      when others then
        get stacked diagnostics reason = message_text;
        return jsonb_build_object('refused', reason);
    end;
    $$`);
  return {
    ask: async (table, row) => {
      const [answer] = await connection<{ verdict: Verdict }[]>`
        select pg_temp.verdict(${table}, ${connection.json(row as Record<string, string>)}) as verdict`;
      if (!answer) throw new Error('The database gave no verdict.');
      return answer.verdict;
    },
    release: () => connection.release(),
  };
}
