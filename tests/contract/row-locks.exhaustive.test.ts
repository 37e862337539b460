import { randomUUID } from 'node:crypto';
import type { PendingQuery, Row } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { REQUEST_KINDS } from '../../src/backend/request-kinds.ts';
import { lead, notificationRequest, startStack, submission, type Stack } from '../setup/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  for (const table of Object.keys(REQUEST_KINDS))
    await stack.database`delete from ${stack.database(`public.${table}`)}`;
});

const email = 'ada@example.com';
const RESOURCE = 'New Research';
const long_ago = new Date(Date.now() - 48 * 60 * 60 * 1000);
const waiting = { email, resource_type: RESOURCE, created_at: long_ago };
const token = () => stack.database`(select unsubscribe_token from public.notification_requests limit 1)`;

/** A function of the database, rows of a table that it changes, and a call of it. */
const CHANGES: [string, string, Row, () => PendingQuery<Row[]>][] = [
  [
    'unsubscribe',
    'notification_requests',
    notificationRequest(waiting),
    () => stack.database`select public.unsubscribe(${token()})`,
  ],
  [
    'finish_resource_announcement',
    'notification_requests',
    notificationRequest(waiting),
    () => stack.database`select public.finish_resource_announcement(${token()})`,
  ],
  [
    'erase_address',
    'notification_requests',
    notificationRequest(waiting),
    () => stack.database`select public.erase_address(${email})`,
  ],
  [
    'delete_expired',
    'notification_requests',
    notificationRequest({ ...waiting, notified_at: long_ago }),
    () => stack.database`select public.delete_expired('notification_requests', 1)`,
  ],
  [
    'retry_dead_letters',
    'contact_submissions',
    submission({ dead_at: long_ago }),
    () => stack.database`select public.retry_dead_letters()`,
  ],
  [
    'due_team_notifications',
    'contact_submissions',
    submission({ tries: 1000 }),
    () => stack.database`select public.due_team_notifications(10)`,
  ],
  ['prepare_sweep', 'voice_leads', lead(), () => stack.database`select public.prepare_sweep()`],
];

it.each(CHANGES)(
  '%s locks rows of %s in the order of their ids, so that no two changes of several rows deadlock',
  async (name, table, row, change) => {
    const [low = '', high = ''] = [randomUUID(), randomUUID()].sort();
    // Without an order, a statement goes through them as they were inserted.
    for (const id of [high, low])
      await stack.database`insert into ${stack.database(`public.${table}`)} ${stack.database({ ...row, id })}`;
    if (table === 'voice_leads')
      for (const lead_id of [high, low])
        await stack.database`insert into public.voice_calls ${stack.database({ id: randomUUID(), lead_id, name: 'Ada', email, notified_at: long_ago })}`;
    let changed: Promise<unknown> = Promise.resolve();
    await stack.database.begin(async (other) => {
      await other`select from ${other(`public.${table}`)} where id = ${low} for update`;
      changed = change().execute();
      await vi.waitFor(async () => {
        const waits = await stack.database`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%public.${name}(%`}`;
        expect(waits).toHaveLength(1);
      });
      await other`select from ${other(`public.${table}`)} where id = ${high} for update nowait`;
    });
    await changed;
  },
);

it('delete_expired waits for an erasure, which deletes what belongs together in another order', async () => {
  let expired: Promise<unknown> = Promise.resolve();
  await stack.database.begin(async (other) => {
    await other`select public.erase_address(${email})`;
    expired = stack.database`select public.delete_expired('demo_bookings', 1)`.execute();
    await vi.waitFor(async () => {
      const waits = await stack.database`
        select from pg_stat_activity where wait_event = 'advisory' and query like '%public.delete_expired(%'`;
      expect(waits).toHaveLength(1);
    });
  });
  await expired;
});
