import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUEST_KINDS } from '../../src/backend/request-kinds.ts';
import { startStack, type Stack } from '../setup/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** The kinds of request as the database lists them, in the order of erasure. */
const kinds = () => stack.database<{ name: string; columns: string[] | null; notifies_team: boolean }[]>`
  select name, columns, notifies_team from private.request_kinds order by position`;

it('the database and the code list the same kinds of request, in the same order', async () => {
  const stored = (await kinds()).map(({ name, columns, notifies_team }) => ({
    table: name,
    visitorsInsert: columns !== null,
    notifiesTeam: notifies_team,
  }));
  expect(stored).toEqual(
    Object.entries(REQUEST_KINDS).map(([table, { visitorsInsert, mails }]) => ({
      table,
      visitorsInsert,
      notifiesTeam: mails !== null,
    })),
  );
});

it('visitors can insert the columns that the list names, and no others', async () => {
  const granted = await stack.database<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.column_privileges
    where table_schema = 'public' and grantee = 'anon' and privilege_type = 'INSERT' group by 1`;
  const listed = (await kinds()).flatMap(({ name, columns }) => (columns ? [{ name, columns }] : []));
  const sorted = (tables: { name: string; columns: string[] }[]) =>
    Object.fromEntries(tables.map(({ name, columns }) => [name, columns.toSorted()]));
  expect(sorted(granted)).toEqual(sorted(listed));
});

it('every table that the team is notified of counts its tries, and no other does', async () => {
  const counted = await stack.database<{ name: string }[]>`
    select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'count_try'`;
  const notified = (await kinds()).filter((kind) => kind.notifies_team);
  expect(counted.map(({ name }) => name).toSorted()).toEqual(notified.map(({ name }) => name).toSorted());
});

it('a table that is not listed cannot be opened to visitors', async () => {
  const open = stack.database.begin((transaction) =>
    transaction.unsafe(`
      create table public.unlisted (like private.request_template including all);
      select private.open_to_visitors('public.unlisted', array[]::text[])`),
  );
  await expect(open).rejects.toThrow('public.unlisted is not in private.request_kinds');
});
