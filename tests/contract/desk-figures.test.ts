import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, openDesk, type Desk } from '../setup/desk.ts';
import { booking, notificationRequest, startStack, submission, type Stack } from '../setup/stack.ts';

interface Figures {
  requests: { week: string; kind: string; count: number }[];
  answers: { week: string; answered: number; within_promise: number; median_s: number }[];
  unanswered: number;
  calls: { reason: string; count: number; median_s: number }[];
}

let stack: Stack;
let desk: Desk;
beforeAll(async () => {
  stack = await startStack();
  desk = openDesk(stack, await addPerson(stack.database));
  // Each was stored at noon on the Wednesday of a week, so many weeks ago.
  const at = (weeks: number) =>
    stack.database`date_trunc('week', now(), 'UTC') - ${weeks} * interval '7 days' + interval '60 hours'`;
  const enter = async (
    table: string,
    row: Record<string, unknown>,
    weeks: number,
    answeredAfter?: string,
    state = 'new',
  ) => {
    const id = String(row['id']);
    await stack.database`insert into ${stack.database(`public.${table}`)} ${stack.database(row)}`;
    await stack.database`
      update public.desk_requests set created_at = ${at(weeks)}, state = ${state},
        answered_at = ${at(weeks)} + ${answeredAfter ?? null}::interval
      where id = ${id}`;
  };
  await enter('contact_submissions', submission(), 1, '1 hour');
  await enter('contact_submissions', submission(), 1, '3 hours');
  await enter('demo_bookings', booking(), 1, '25 hours');
  await enter('demo_bookings', booking(), 1);
  await enter('contact_submissions', submission(), 1, undefined, 'done');
  await enter('notification_requests', notificationRequest(), 1);
  await enter('contact_submissions', submission(), 2, '24 hours');
  await enter('contact_submissions', submission(), 3);
  await enter('contact_submissions', submission(), 30);
  for (const [end_reason, duration_s] of [
    ['customer-ended-call', 60],
    ['customer-ended-call', 120],
    ['silence-timed-out', 30],
  ] as const)
    await stack.database`
      insert into public.voice_calls ${stack.database({ id: randomUUID(), end_reason, duration_s, email: '' })}`;
  await stack.database`delete from public.desk_requests where kind = 'voice_calls'`;
});
afterAll(() => stack.stop());

const week = async (weeks: number) => {
  const [row] = await stack.database<{ week: Date }[]>`
    select date_trunc('week', now(), 'UTC') - ${weeks} * interval '7 days' as week`;
  return row?.week.toISOString() ?? '';
};
const inUtc = <Row extends { week: string }>(rows: Row[]) =>
  rows.map((row) => ({ ...row, week: new Date(row.week).toISOString() }));

it('count requests by week and kind, of the weeks that are asked for', async () => {
  const { requests } = await desk.ask<Figures>('desk_figures');
  expect(inUtc(requests)).toEqual([
    { week: await week(3), kind: 'contact_submissions', count: 1 },
    { week: await week(2), kind: 'contact_submissions', count: 1 },
    { week: await week(1), kind: 'contact_submissions', count: 3 },
    { week: await week(1), kind: 'demo_bookings', count: 2 },
    { week: await week(1), kind: 'notification_requests', count: 1 },
  ]);
  expect((await desk.ask<Figures>('desk_figures', { weeks: 3 })).requests).toHaveLength(4);
  expect((await desk.ask<Figures>('desk_figures', { weeks: 104 })).requests).toHaveLength(6);
});

it('compare the time to the first answer with the promise', async () => {
  const { answers } = await desk.ask<Figures>('desk_figures');
  expect(inUtc(answers)).toEqual([
    { week: await week(2), answered: 1, within_promise: 1, median_s: 24 * 3600 },
    { week: await week(1), answered: 3, within_promise: 2, median_s: 3 * 3600 },
  ]);
  const strict = await desk.ask<Figures>('desk_figures', { promised: '2 hours' });
  expect(strict.answers.map(({ within_promise }) => within_promise)).toEqual([0, 1]);
});

it('count those that wait longer than promised, but not waiting lists, nor what is done', async () => {
  expect((await desk.ask<Figures>('desk_figures')).unanswered).toBe(2);
  expect((await desk.ask<Figures>('desk_figures', { promised: '15 days' })).unanswered).toBe(1);
  expect((await desk.ask<Figures>('desk_figures', { promised: '1 year' })).unanswered).toBe(0);
});

it('say how calls ended, the most frequent first', async () => {
  expect((await desk.ask<Figures>('desk_figures')).calls).toEqual([
    { reason: 'customer-ended-call', count: 2, median_s: 90 },
    { reason: 'silence-timed-out', count: 1, median_s: 30 },
  ]);
});

it.each([
  [0, 1],
  [-3, 1],
  [null, 1],
  [5000, 104],
])('of %j weeks are those of %i', async (weeks, meant) => {
  expect(await desk.ask('desk_figures', { weeks })).toEqual(await desk.ask('desk_figures', { weeks: meant }));
});
