import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mail } from '../../functions/_shared/mail.ts';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { askToNotify, formsWith } from '../setup/attacked-forms.ts';
import { passTime } from '../setup/clock.ts';
import { addPerson, openDesk, type Desk, type Entry } from '../setup/desk.ts';
import { functionParts } from '../setup/function-parts.ts';
import { booking, mails, startStack, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;

// These tests have their own stack: the backend sweeps once a minute, and they finish before its first sweep.
let stack: Stack;
let desk: Desk;
beforeAll(async () => {
  stack = await startStack();
  desk = openDesk(stack, await addPerson(stack.database));
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.database`delete from public.demo_bookings`;
});

async function book(changes: Row = {}): Promise<Row> {
  const row = booking(changes);
  expect((await stack.visitor().from('demo_bookings').insert(row)).error).toBeNull();
  await stack.database`update public.demo_bookings set notified_at = now() where id = ${String(row['id'])}`;
  return row;
}

/** Answers a booking. Returns the answer's id. */
async function answer({ id }: Row, what: string, changes: Row = {}): Promise<string> {
  const answer_id = randomUUID();
  const { version } = await desk.entry('demo_bookings', id);
  await desk.ask<Entry>('desk_answer_booking', { answer_id, booking: id, version, answer: what, ...changes });
  return answer_id;
}

const sent: Mail[] = [];
let refusal: Error | undefined;
/** What a mail waits for. */
let slow: Promise<void> | undefined;
/** The functions, with a mail provider that a test can have refuse. */
const parts = () =>
  functionParts(stack, {
    async send(mail) {
      await slow;
      if (refusal && mail.id.startsWith('booking_answers')) throw refusal;
      sent.push(mail);
    },
    log: () => undefined,
  });
beforeEach(() => {
  sent.length = 0;
  refusal = undefined;
  slow = undefined;
});

async function delivery(id: string): Promise<Row | undefined> {
  const [row] = await stack.database<Row[]>`
    select tries, failure, notified_at is not null as notified, dead_at is not null as dead, passed_over
    from public.booking_answers where id = ${id}`;
  return row;
}

const event = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const vevent = calendar.getFirstSubcomponent('vevent');
  const value = (name: string) => String(vevent?.getFirstPropertyValue(name));
  return { method: String(calendar.getFirstPropertyValue('method')), value };
};

describe('an answer to a booking', () => {
  it('is mailed to the visitor once, whoever asks for it and how often, and to nobody else', async () => {
    const row = await book();
    const id = await answer(row, 'confirmed');
    const answers = await Promise.all(Array.from({ length: 5 }, () => askToNotify(stack, 'booking_answers', id)));
    expect(answers.filter(({ status }) => ![200, 202].includes(status))).toEqual([]);
    expect((await askToNotify(stack, 'booking_answers', id)).status).toBe(200);
    const about = (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) => messageId.includes(id));
    expect(about).toMatchObject([{ to: [{ address: row['email'] }], replyTo: [{ address: readSite().email }] }]);
    expect(await delivery(id)).toMatchObject({ tries: 1, notified: true });
  });

  it('has an appointment that the mailbox of this machine lists and hands out', async () => {
    const row = await book();
    const id = await answer(row, 'confirmed');
    await askToNotify(stack, 'booking_answers', id);
    const [mail] = (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) => messageId.includes(id));
    const page = `${stack.backend.mailboxUrl}/${mail?.id}`;
    expect(await (await fetch(page)).text()).toContain('appointment.ics');
    const file = await fetch(`${page}/files/1`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="appointment.ics"');
    const { method, value } = event(await file.text());
    expect([method, value('uid'), value('status')]).toEqual(['REQUEST', row['id'], 'CONFIRMED']);
    for (const none of ['2', '999', 'x']) expect((await fetch(`${page}/files/${none}`)).status).toBe(404);
  });

  it('moves the visitor’s entry with each answer: the sequence grows, the time is the answer’s', async () => {
    const row = await book();
    const later = new Date(Date.parse(String(row['starts_at'])) + 86_400_000).toISOString();
    await answer(row, 'proposed', { starts_at: later });
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    // Without a time: the one that was proposed.
    await answer(row, 'confirmed');
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    const entries = sent.map(({ calendar }) => event(calendar?.file ?? ''));
    expect(entries.map(({ method, value }) => [method, value('uid'), value('sequence'), value('status')])).toEqual([
      ['REQUEST', row['id'], '1', 'TENTATIVE'],
      ['REQUEST', row['id'], '2', 'CONFIRMED'],
    ]);
    for (const { value } of entries) expect(new Date(value('dtstart')).toISOString()).toBe(later);
  });

  it('that declines removes the entry', async () => {
    await answer(await book(), 'declined', { note: 'We have no time this month.' });
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    expect(sent[0]?.calendar?.method).toBe('CANCEL');
    expect(sent[0]?.text).toContain('We have no time this month.');
  });

  it('repeats nothing that the visitor typed, in no part of its mail', { tags: ['exhaustive'] }, async () => {
    const typed = 'Eve has\r\nBcc: victim@example.com';
    const row = formsWith(typed).find(({ table }) => table === 'demo_bookings')?.row ?? {};
    await book(row);
    for (const what of ['proposed', 'confirmed', 'declined']) {
      await answer(row, what);
      await passTime(stack.database, '3 minutes');
      await sweep(parts());
    }
    expect(sent).toHaveLength(3);
    for (const mail of sent) expect(JSON.stringify(mail)).not.toMatch(/Eve|victim/);
  });
});

describe('an answer that cannot be mailed', () => {
  it('is tried again, and mailed once the mail works', { tags: ['exhaustive'] }, async () => {
    const id = await answer(await book(), 'confirmed');
    await passTime(stack.database, '3 minutes');
    refusal = new Error('550 <ada@example.com> is not liked');
    expect(await sweep(parts())).toMatchObject({ notified: 0, failed: 1 });
    expect(await delivery(id)).toMatchObject({ tries: 1, failure: '550 <(address)> is not liked', notified: false });
    refusal = undefined;
    await passTime(stack.database, '3 minutes');
    expect(await sweep(parts())).toMatchObject({ notified: 1, failed: 0 });
    expect(await sweep(parts())).toMatchObject({ notified: 0, failed: 0 });
    expect(sent.map(({ id: name }) => name)).toEqual([`booking_answers.${id}.answer`]);
  });

  it('becomes a dead letter that the desk shows at the booking and the team is told of, until a retry mails it', async () => {
    const row = await book();
    const id = await answer(row, 'confirmed');
    await stack.database`update private.settings set most_tries = 2`;
    refusal = new Error('no');
    for (let time = 0; time < 3; time++) {
      await passTime(stack.database, '10 minutes');
      await sweep(parts());
    }
    await stack.database`update private.settings set most_tries = 40`;
    expect(await delivery(id)).toMatchObject({ tries: 2, dead: true, notified: false });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(`The visitor does not have your answer to a booking: booking_answers ${id}`);
    expect((await desk.entry('demo_bookings', row['id'])).dead).toBe(true);

    refusal = undefined;
    expect(await desk.ask<number>('desk_retry_dead_letters')).toBe(1);
    expect((await desk.entry('demo_bookings', row['id'])).dead).toBe(false);
    expect(await sweep(parts())).toMatchObject({ notified: 1 });
    expect(sent[1]?.to).toBe(row['email']);
  });

  it('is not mailed after a later one, which would confuse the visitor', { tags: ['exhaustive'] }, async () => {
    const row = await book();
    const first = await answer(row, 'declined');
    const second = await answer(row, 'confirmed');
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    expect(sent.map(({ id }) => id)).toEqual([`booking_answers.${second}.answer`]);
    expect([await delivery(first), await delivery(second)]).toMatchObject([
      { passed_over: true, notified: true },
      { passed_over: false, notified: true },
    ]);
  });

  it('is not mailed while an earlier one is, which could arrive after it', async () => {
    const row = await book();
    const first = await answer(row, 'confirmed');
    let arrived = () => {};
    const both = new Promise<void>((done) => (arrived = done));
    slow = both;
    const mailing = parts().notify('booking_answers', first);
    await vi.waitFor(async () => expect((await delivery(first))?.['tries']).toBe(1));
    const second = await answer(row, 'declined');
    slow = undefined;
    expect(await parts().notify('booking_answers', second)).toBe('claimed');
    arrived();
    expect(await mailing).toBe('notified');
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    expect(sent.map(({ id }) => id)).toEqual([`booking_answers.${first}.answer`, `booking_answers.${second}.answer`]);
  });

  it(
    'is not mailed while its booking is being acknowledged, which could arrive after it',
    { tags: ['exhaustive'] },
    async () => {
      const row = await book();
      await stack.database`update public.demo_bookings set notified_at = null`;
      let arrived = () => {};
      slow = new Promise<void>((done) => (arrived = done));
      const mailing = parts().notify('demo_bookings', String(row['id']));
      await vi.waitFor(async () => {
        const [booked] = await stack.database`select claimed_at from public.demo_bookings`;
        expect(booked?.['claimed_at']).not.toBeNull();
      });
      slow = undefined;
      const id = await answer(row, 'declined');
      expect(await parts().notify('booking_answers', id)).toBe('claimed');
      arrived();
      expect(await mailing).toBe('notified');
      await passTime(stack.database, '3 minutes');
      await sweep(parts());
      expect(sent.at(-1)?.id).toBe(`booking_answers.${id}.answer`);
    },
  );

  it('is not mailed once its time is over: the team is told, and the visitor is not', async () => {
    const row = await book();
    const id = await answer(row, 'confirmed');
    await stack.database`update public.booking_answers set starts_at = now() - interval '1 hour' where id = ${id}`;
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    await sweep(parts());
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).not.toBe(row['email']);
    expect(sent[0]?.text).toContain('Its time is over.');
    expect(await delivery(id)).toMatchObject({ dead: true, notified: false });
  });

  it('comes before the acknowledgement of its booking, which is then not mailed', async () => {
    const row = await book();
    await stack.database`update public.demo_bookings set notified_at = null`;
    const id = await answer(row, 'declined');
    await passTime(stack.database, '3 minutes');
    await sweep(parts());
    expect(sent.filter(({ to }) => to === row['email']).map(({ id: name }) => name)).toEqual([
      `booking_answers.${id}.answer`,
    ]);
  });
});
