import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, openDesk, type Desk, type Entry } from '../setup/desk.ts';
import { booking, startStack, submission, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;
interface Detail {
  entry: Entry;
  answers: Row[];
  notes: { id: string; author: string; text: string }[];
  history: { who: string; what: string }[];
}

let stack: Stack;
let desk: Desk;
let colleague: Desk;
beforeAll(async () => {
  stack = await startStack();
  [desk, colleague] = [
    openDesk(stack, await addPerson(stack.database)),
    openDesk(stack, await addPerson(stack.database)),
  ];
});
afterAll(() => stack.stop());

async function store(table: string, row: Row): Promise<string> {
  expect((await stack.visitor().from(table).insert(row)).error).toBeNull();
  return String(row['id']);
}

const open = (request_kind: string, request_id: string) => desk.read<Detail>(request_kind, request_id);

/** Refused before anything was tried: what PostgreSQL says of a row that it refuses has the visitor's words in it. */
const REFUSED = { status: 400, code: 'PT400', details: null };

describe('a change', () => {
  /** Every change of a request, of which `version` was seen. */
  const CHANGES: [name: string, values: (booking: string) => Row, changed: Partial<Entry>, logged: string][] = [
    ['desk_set_state', () => ({ state: 'done' }), { state: 'done' }, 'changed the state'],
    ['desk_assign', () => ({ person: colleague.person.id }), {}, 'assigned'],
    ['desk_mark_answered', () => ({}), { state: 'in work' }, 'answered'],
    ['desk_answer_booking', () => ({ answer: 'confirmed' }), { state: 'in work' }, 'confirmed the time'],
    ['desk_answer_booking', () => ({ answer: 'proposed' }), { state: 'in work' }, 'proposed another time'],
    ['desk_answer_booking', () => ({ answer: 'declined' }), { state: 'in work' }, 'declined'],
  ];
  const named = (name: string, id: string): Row =>
    name === 'desk_answer_booking'
      ? { booking: id, answer_id: randomUUID() }
      : { request_kind: 'demo_bookings', request_id: id };

  it.each(CHANGES)(
    'by %s returns the request as it is then, and is logged: %#',
    async (name, values, changed, logged) => {
      const id = await store('demo_bookings', booking());
      const entry = await desk.ask<Entry>(name, { ...named(name, id), ...values(id), version: 1 });
      expect(entry).toMatchObject({ ...changed, version: 2, changed_by: desk.person.id });
      expect(entry).toEqual(await desk.entry('demo_bookings', id));
      expect((await open('demo_bookings', id))?.history).toMatchObject([{ who: desk.person.id, what: logged }]);
    },
  );

  it.each(CHANGES)(
    'by %s of what a colleague has changed since is refused, and the row can be read as it is: %#',
    async (name, values) => {
      const id = await store('demo_bookings', booking());
      const theirs = await colleague.ask<Entry>('desk_set_state', {
        request_kind: 'demo_bookings',
        request_id: id,
        version: 1,
        state: 'in work',
      });
      for (const version of [1, 3, null]) {
        const refusal = await desk.refusal(name, { ...named(name, id), ...values(id), version });
        expect(refusal).toMatchObject({
          status: 409,
          code: 'PT409',
          message: 'Somebody else has changed this request.',
          // It would be in PostgreSQL's log.
          details: null,
        });
      }
      expect(await desk.ask('desk_entry', named('desk_set_state', id))).toEqual(theirs);
      expect(await desk.entry('demo_bookings', id)).toEqual(theirs);
      expect((await open('demo_bookings', id))?.answers).toEqual([]);
    },
  );

  it.each(CHANGES)('by %s of what is no longer stored is refused: %#', async (name, values) => {
    const id = randomUUID();
    const refusal = await desk.refusal(name, { ...named(name, id), ...values(id), version: 1 });
    expect(refusal).toMatchObject({ status: 404, code: 'PT404', message: 'This request is no longer stored.' });
  });

  it('by two colleagues at once is made by one of them', async () => {
    const request_id = await store('contact_submissions', submission());
    const both = await Promise.allSettled(
      [desk, colleague].map((one) =>
        one.ask('desk_set_state', { request_kind: 'contact_submissions', request_id, version: 1, state: 'done' }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await desk.entry('contact_submissions', request_id)).toMatchObject({ version: 2 });
  });

  it('to a state that does not exist is refused', async () => {
    const request_id = await store('contact_submissions', submission());
    const values = { request_kind: 'contact_submissions', request_id, version: 1 };
    for (const state of ['lost', null])
      expect(await desk.refusal('desk_set_state', { ...values, state })).toMatchObject(REFUSED);
  });

  it('keeps the time of the first answer', async () => {
    const of = { request_kind: 'demo_bookings', request_id: await store('demo_bookings', booking()) };
    const first = await desk.ask<Entry>('desk_mark_answered', { ...of, version: 1 });
    await desk.ask('desk_set_state', { ...of, version: 2, state: 'done' });
    const second = await desk.ask<Entry>('desk_mark_answered', { ...of, version: 3 });
    expect(second).toMatchObject({ answered_at: first.answered_at, state: 'done' });
  });
});

describe('an assignment', () => {
  it('is to staff only: not to somebody who was removed, or never was', async () => {
    const of = { request_kind: 'contact_submissions', request_id: await store('contact_submissions', submission()) };
    const removed = await addPerson(stack.database);
    await stack.database`select public.remove_staff(${removed.id})`;
    const other = await addPerson(stack.database, { isStaff: false });
    for (const person of [removed.id, other.id, randomUUID()])
      expect(await desk.refusal('desk_assign', { ...of, version: 1, person })).toMatchObject({
        code: 'PT400',
        status: 400,
      });
    const assigned = await desk.ask<Entry>('desk_assign', { ...of, version: 1, person: colleague.person.id });
    expect(assigned.assigned_to).toBe(colleague.person.id);
    expect(await desk.ask('desk_assign', { ...of, version: 2, person: null })).toMatchObject({ assigned_to: null });
  });

  it('ends when the person is removed', async () => {
    const of = { request_kind: 'contact_submissions', request_id: await store('contact_submissions', submission()) };
    const leaving = await addPerson(stack.database);
    await desk.ask('desk_assign', { ...of, version: 1, person: leaving.id });
    await stack.database`select public.remove_staff(${leaving.id})`;
    expect(await desk.entry(of.request_kind, of.request_id)).toMatchObject({ assigned_to: null, version: 3 });
    const colleagues = await desk.ask<Row[]>('desk_colleagues');
    expect(colleagues).toContainEqual({ user_id: leaving.id, email: leaving.email, removed: true });
    expect(colleagues).toContainEqual({ user_id: desk.person.id, email: desk.person.email, removed: false });
  });
});

describe('a note', () => {
  it('is added once for each id, and conflicts with no change', async () => {
    const of = { request_kind: 'contact_submissions', request_id: await store('contact_submissions', submission()) };
    const note = { ...of, note_id: randomUUID(), note: 'First\nsecond 🦊' };
    await desk.ask('desk_set_state', { ...of, version: 1, state: 'in work' });
    await Promise.all([desk.ask('desk_note', note), desk.ask('desk_note', note)]);
    await colleague.ask('desk_note', { ...of, note_id: randomUUID(), note: 'Another' });
    const detail = await open(of.request_kind, of.request_id);
    expect(detail?.notes).toMatchObject([
      { id: note.note_id, author: desk.person.id, text: note.note },
      { author: colleague.person.id, text: 'Another' },
    ]);
    expect(detail?.entry.version).toBe(2);
    expect(detail?.history.map(({ what }) => what)).toEqual(['changed the state', 'wrote a note', 'wrote a note']);
  });

  it.each(['', ' \n\u00a0', 'x'.repeat(5001), null])('that is %j is refused', async (note) => {
    const request_id = await store('contact_submissions', submission());
    const values = { note_id: randomUUID(), request_kind: 'contact_submissions', request_id, note };
    expect(await desk.refusal('desk_note', values)).toMatchObject(REFUSED);
    expect(await desk.refusal('desk_note', { ...values, note_id: null, note: 'x' })).toMatchObject(REFUSED);
  });

  it('to what is no longer stored is refused', async () => {
    const values = { note_id: randomUUID(), request_kind: 'contact_submissions', request_id: randomUUID(), note: 'x' };
    expect(await desk.refusal('desk_note', values)).toMatchObject({ status: 404, code: 'PT404' });
  });
});

describe('an answer to a booking', () => {
  const answer = (id: string, version: number, changes: Row = {}) => ({
    answer_id: randomUUID(),
    booking: id,
    version,
    answer: 'confirmed',
    ...changes,
  });
  const answersOf = async (id: string) => (await open('demo_bookings', id))?.answers ?? [];

  it('that is sent again, because its response was lost, is stored once', async () => {
    const id = await store('demo_bookings', booking());
    const values = answer(id, 1, { note: ' See you. \n' });
    const [first, again] = [
      await desk.ask('desk_answer_booking', values),
      await desk.ask('desk_answer_booking', values),
    ];
    expect(again).toEqual(first);
    expect(await answersOf(id)).toMatchObject([{ id: values.answer_id, sequence: 1, note: 'See you.' }]);
    expect((await open('demo_bookings', id))?.history).toHaveLength(1);
  });

  it('is not told as stored under the id of another one', async () => {
    const id = await store('demo_bookings', booking());
    const values = answer(id, 1);
    await desk.ask('desk_answer_booking', values);
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
    for (const other of [{ answer: 'declined' }, { note: 'Another note' }, { starts_at: later }])
      expect(await desk.refusal('desk_answer_booking', { ...values, ...other })).toMatchObject({ code: 'PT409' });
    expect(await answersOf(id)).toHaveLength(1);
    // Nor if another one holds by now.
    await desk.ask('desk_answer_booking', answer(id, 2, { answer: 'declined' }));
    expect(await desk.refusal('desk_answer_booking', values)).toMatchObject({ code: 'PT409' });
  });

  it('has the next sequence, and the time that was last agreed on or proposed', async () => {
    const row = booking();
    const id = await store('demo_bookings', row);
    const later = new Date(Date.parse(String(row['starts_at'])) + 3_600_000).toISOString();
    await desk.ask('desk_answer_booking', answer(id, 1));
    await desk.ask('desk_answer_booking', answer(id, 2, { answer: 'proposed', starts_at: later }));
    await desk.ask('desk_answer_booking', answer(id, 3, { starts_at: null }));
    const stored = (await answersOf(id)).map(({ sequence, answer: what, starts_at }) => [
      sequence,
      what,
      new Date(String(starts_at)).toISOString(),
    ]);
    expect(stored).toEqual([
      [1, 'confirmed', row['starts_at']],
      [2, 'proposed', later],
      [3, 'confirmed', later],
    ]);
  });

  it.each([
    [{ starts_at: '2020-01-01T10:00:00Z' }, 'This time is over.'],
    [{ answer: 'proposed', starts_at: '2020-01-01T10:00:00Z' }, 'This time is over.'],
    [{ answer: 'proposed', starts_at: '2999-01-01T10:00:00Z' }, 'This time is more than a year ahead.'],
    [{ answer: 'proposed', starts_at: 'infinity' }, 'This time is more than a year ahead.'],
  ])('%j is refused', async (changes, message) => {
    const id = await store('demo_bookings', booking());
    expect(await desk.refusal('desk_answer_booking', answer(id, 1, changes))).toMatchObject({ code: 'PT400', message });
    expect(await answersOf(id)).toEqual([]);
  });

  it('can decline a booking whose time is over', async () => {
    const id = await store('demo_bookings', booking());
    await stack.database`
      update public.demo_bookings set created_at = now() - interval '9 days', starts_at = now() - interval '1 day'
      where id = ${id}`;
    expect(await desk.refusal('desk_answer_booking', answer(id, 1))).toMatchObject({ message: 'This time is over.' });
    // It is declined, whatever else is named.
    await desk.ask('desk_answer_booking', answer(id, 1, { answer: 'declined', starts_at: '-infinity' }));
    const [row] = await stack.database`select starts_at from public.demo_bookings where id = ${id}`;
    const [declined] = await answersOf(id);
    expect(declined).toMatchObject({ answer: 'declined' });
    expect(new Date(String(declined?.['starts_at']))).toEqual(row?.['starts_at']);
  });

  it.each([
    { answer: 'maybe' },
    { note: 'x'.repeat(2001) },
    { answer: null },
    { answer_id: null },
    { answer: 'proposed', starts_at: '-infinity' },
  ])('%j is refused', async (changes) => {
    const id = await store('demo_bookings', booking());
    expect(await desk.refusal('desk_answer_booking', answer(id, 1, changes))).toMatchObject(REFUSED);
    expect(await desk.entry('demo_bookings', id)).toMatchObject({ version: 1, state: 'new' });
  });
});
