import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';
import { makeHandler } from '../../functions/call-report/handler.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import type { callEmailSchema } from '../../src/schemas/email.ts';
import type { z } from 'zod';
import { passTime } from '../setup/clock.ts';
import { functionParts } from '../setup/function-parts.ts';
import { lead, mails, startStack, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const site = readSite();
const copy = fillPlaceholders(
  parse(readFileSync('content/emails/voice-call.yaml', 'utf8')) as z.infer<typeof callEmailSchema>,
  site,
);

const { outcome } = emailCopy;

async function storeLead(changes: Row = {}): Promise<Row> {
  const row = lead(changes);
  const { error } = await stack.visitor().from('voice_leads').insert(row);
  expect(error).toBeNull();
  return row;
}

/** The provider's report of a call that a lead made. Every report has its own call. */
function report(of: Row | undefined, changes: Row = {}) {
  return {
    message: {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      startedAt: '2026-11-21T10:00:00.000Z',
      endedAt: '2026-11-21T10:02:05.000Z',
      timestamp: 1_795_255_325_000,
      call: {
        id: randomUUID() as string,
        type: 'webCall',
        assistantOverrides: of && {
          metadata: { leadId: of['id'], leadName: of['name'], leadEmail: of['email'] },
          variableValues: { leadName: of['name'], leadEmail: of['email'] },
        },
      },
      artifact: {
        transcript: 'AI: Hello.\nUser: What does <b>it</b> cost?\nAI: That depends.',
        recordingUrl: 'https://recordings.example/call.wav',
      },
      analysis: { summary: 'You asked about prices. 5 < 6.' },
      ...changes,
    },
  };
}
type Report = ReturnType<typeof report>;

async function deliver(body: unknown, headers: Record<string, string> = { 'x-vapi-secret': stack.reportSecret }) {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/call-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { state?: string; error?: Row } };
}
const state = (name: string) => ({ status: 200, body: { state: name } });

const callOf = async ({ message }: Report) => {
  const [row] = await stack.database<Row[]>`select * from public.voice_calls where id = ${message.call.id}`;
  return row;
};
const leadOf = async ({ id }: Row) => {
  const [row] = await stack.database<Row[]>`select * from public.voice_leads where id = ${String(id)}`;
  return row;
};

/** The mails about a call: those to the team, and those with the summary. */
async function mailsOf(id: unknown) {
  const found = (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) => messageId.includes(String(id)));
  const sent = (kind: string) => found.filter(({ messageId }) => messageId.includes(`.${kind}@`));
  expect(found).toHaveLength(sent('team').length + sent('summary').length);
  return { team: sent('team'), summary: sent('summary') };
}
const countOf = async (id: unknown) => {
  const { team, summary } = await mailsOf(id);
  return { team: team.length, summary: summary.length };
};

const age = (table: string, id: unknown, by: string) =>
  stack.database`update ${stack.database(`public.${table}`)} set created_at = now() - ${by}::interval where id = ${String(id)}`;

const sweepNow = async () =>
  sweep(functionParts(stack, { log: () => undefined }, { SMTP_URL: `smtp://127.0.0.1:${stack.env['SMTP_PORT']}` }));
/** The sweep of the real backend, with its real mail. */
async function sweepBackend() {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/request-sweep`, {
    method: 'POST',
    headers: { apikey: stack.secretKey, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(200);
}

describe('the sender of a report', () => {
  it('authenticates with the secret, as a bearer token or in its own header', async () => {
    for (const headers of [
      { authorization: `Bearer ${stack.reportSecret}` },
      { 'x-vapi-secret': stack.reportSecret },
      { 'x-vapi-secret': '', authorization: `Bearer ${stack.reportSecret}` },
    ])
      expect(await deliver(report(undefined), headers as unknown as Record<string, string>)).toEqual(state('notified'));
  });

  it('is rejected without it, whatever other key they have; nothing is stored', async () => {
    const sent = report(undefined);
    const attempts: Record<string, string>[] = [
      {},
      { 'x-vapi-secret': '' },
      { 'x-vapi-secret': `${stack.reportSecret}x` },
      { authorization: stack.reportSecret },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${stack.backend.publishableKey}` },
      { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` },
    ];
    for (const headers of attempts)
      expect(await deliver(sent, headers)).toMatchObject({ status: 401, body: { error: { code: 'key' } } });
    expect(await callOf(sent)).toBeUndefined();
  });

  it('is rejected when no secret is set', async () => {
    for (const secret of [undefined, '']) {
      const handler = makeHandler(functionParts(stack, {}, secret === undefined ? {} : { CALL_REPORT_SECRET: secret }));
      for (const given of ['', 'undefined', 'x']) {
        const answer = await handler(
          new Request('http://function.example/', {
            method: 'POST',
            headers: { 'x-vapi-secret': given },
            body: JSON.stringify(report(undefined)),
          }),
        );
        expect(answer.status).toBe(401);
      }
    }
  });
});

describe('a report of a call whose lead is stored', () => {
  it('is stored and mailed to the team in full, and its summary is mailed to the visitor', async () => {
    const row = await storeLead({ name: 'Zoë <b>', page: '/flow', utm_source: 'news' });
    const sent = report(row);
    const { id } = sent.message.call;
    expect(await deliver(sent)).toEqual(state('notified'));

    expect(await callOf(sent)).toMatchObject({
      lead_id: row['id'],
      name: 'Zoë <b>',
      email: row['email'],
      started_at: new Date('2026-11-21T10:00:00Z'),
      ended_at: new Date('2026-11-21T10:02:05Z'),
      duration_s: 125,
      end_reason: 'customer-ended-call',
      transcript: sent.message.artifact.transcript,
      summary: 'You asked about prices. 5 < 6.',
      recording_url: 'https://recordings.example/call.wav',
      notified_at: expect.any(Date) as Date,
      acknowledged_at: expect.any(Date) as Date,
      claimed_at: null,
    });
    expect(await leadOf(row)).toMatchObject({ notified_at: expect.any(Date) as Date });

    const { team, summary } = await mailsOf(id);
    expect(team).toMatchObject([
      {
        to: [{ address: site.email }],
        replyTo: [{ address: row['email'] }],
        subject: copy.team.subject.replace('{name}', 'Zoë <b>').replace('{length}', '2 minutes 5 seconds'),
      },
    ]);
    for (const part of [
      String(row['email']),
      '2 minutes 5 seconds',
      copy.team.ended['customer-ended-call'] ?? '',
      sent.message.artifact.transcript.replaceAll('\n', '\n\n'),
      'You asked about prices. 5 < 6.',
      'https://recordings.example/call.wav',
      '/flow',
      'news',
      copy.team.closing,
    ])
      expect(team[0]?.text).toContain(part);
    expect(team[0]?.html).toContain('What does &lt;b&gt;it&lt;/b&gt; cost?');
    expect(team[0]?.text).not.toContain(copy.team.unknownLead);

    expect(summary).toMatchObject([{ to: [{ address: row['email'] }], subject: copy.thanks.subject }]);
    expect(summary).toMatchObject([{ replyTo: [{ address: site.email }] }]);
    for (const part of ['You asked about prices. 5 < 6.', '2 minutes 5 seconds', ...copy.thanks.next])
      expect(summary[0]?.text).toContain(part);
    expect(summary[0]?.html).toContain('5 &lt; 6');
    expect(JSON.stringify(summary)).not.toMatch(/That depends|recordings\.example|Zoë/);
  });

  it('tells the team, and nobody else, what the call was about', async () => {
    const row = await storeLead();
    const result = {
      caller: 'hospital',
      intent: 'A portal.\nUnasked:\u00A0yes. Card 4242 4242 4242 4242',
      callBack: true,
      callBackWhen: '',
      openQuestions: ['Who hosts it?', 'Is it audited?', { text: 'x' }, ['x']],
      helped: false,
      secret: 'not asked for',
    };
    const structuredOutputs = { one: { name: 'another', result: { caller: 'x' } }, two: { name: OUTCOME, result } };
    const sent = report(row, { artifact: { transcript: 'User: Hello.', structuredOutputs } });
    await deliver(sent);
    const [caller, intent, callBack, , open, helped] = outcome.fields.map(({ label }) => label);
    const lines = [
      `${caller}: hospital`,
      `${intent}: A portal. Unasked: yes. Card [number removed]`,
      `${callBack}: ${outcome.yes}`,
      `${open}: Who hosts it?; Is it audited?`,
      `${helped}: ${outcome.no}`,
    ].join('\n');
    expect(await callOf(sent)).toMatchObject({ outcome: lines });
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect(team[0]?.text).toContain(copy.team.labels.outcome);
    expect(team[0]?.text.replaceAll('\r', '')).toContain(lines.replaceAll('\n', '\n\n'));
    expect(JSON.stringify(summary)).not.toMatch(/Who hosts it|hospital/);
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a text', 'x'],
    ['an odd result', { one: { name: OUTCOME, result: 'x' } }],
  ])(
    'is stored with %s in the place of what it was about',
    { tags: ['exhaustive'] },
    async (_what, structuredOutputs) => {
      const row = await storeLead();
      const sent = report(row, { artifact: { transcript: 'User: Hello.', structuredOutputs } });
      expect(await deliver(sent)).toEqual(state('notified'));
      expect(await callOf(sent)).toMatchObject({ outcome: '', transcript: 'User: Hello.' });
    },
  );

  it('is stored and mailed once, however often it is delivered', async () => {
    const row = await storeLead();
    const sent = report(row);
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(sent)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await deliver(report(row, { call: sent.message.call, analysis: { summary: 'Another.' } }))).toEqual(
      state('notified'),
    );
    expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 1 });
    expect(await callOf(sent)).toMatchObject({ summary: 'You asked about prices. 5 < 6.' });
  });

  it('goes to the address that was entered, not to one that the call names', async () => {
    const row = await storeLead();
    const sent = report({ ...row, email: 'somebody.else@example.com' });
    await deliver(sent);
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect([team[0]?.replyTo, summary[0]?.to]).toMatchObject([
      [{ address: row['email'] }],
      [{ address: row['email'] }],
    ]);
    expect(JSON.stringify([team, summary])).not.toContain('somebody.else');
  });

  it('without a summary says so, and leaves no gap', async () => {
    const sent = report(await storeLead(), { analysis: {}, artifact: {} });
    await deliver(sent);
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect(summary[0]?.text).toContain(copy.thanks.withoutSummary);
    expect(summary[0]?.text).not.toContain(copy.thanks.summary);
    expect(team[0]?.text).toContain(copy.team.silent);
    expect(team[0]?.text).not.toContain(`${copy.team.labels.recording}:`);
  });

  it('names the recording from the provider’s current field, and not from the old one', async () => {
    const sent = report(undefined, {
      artifact: {
        recordingUrl: 'https://recordings.example/old.wav',
        recording: { mono: { combinedUrl: 'https://recordings.example/new.wav' } },
      },
    });
    await deliver(sent);
    expect(await callOf(sent)).toMatchObject({ recording_url: 'https://recordings.example/new.wav' });
  });

  it('of a call that never started thanks nobody, but the team is notified', async () => {
    const row = await storeLead();
    const { startedAt: _never, ...rest } = report(row).message;
    const sent = { message: { ...rest, endedReason: 'assistant-join-timed-out', artifact: {}, analysis: {} } };
    expect(await deliver(sent)).toEqual(state('notified'));
    expect(await countOf(rest.call.id)).toEqual({ team: 1, summary: 0 });
    const { team } = await mailsOf(rest.call.id);
    expect(team[0]?.text).toContain('assistant-join-timed-out');
    expect(team[0]?.text).toContain(copy.team.closingWithoutMail);
  });

  it('sends a mailbox at most three summaries in an hour, and the team all of them', async () => {
    const email = `often.${randomUUID()}@example.com`;
    const counts = [];
    for (let call = 0; call < 5; call++) {
      const sent = report(await storeLead({ email: call % 2 ? email.toUpperCase() : email.replace('@', `+${call}@`) }));
      await deliver(sent);
      counts.push(await countOf(sent.message.call.id));
    }
    expect(counts.map(({ team }) => team)).toEqual([1, 1, 1, 1, 1]);
    expect(counts.map(({ summary }) => summary)).toEqual([1, 1, 1, 0, 0]);
  });

  it(
    'sends one summary for each press of Start Call, and none for a much later call',
    { tags: ['exhaustive'] },
    async () => {
      const row = await storeLead();
      const counts = [];
      for (let call = 0; call < 2; call++) {
        const sent = report(row);
        await deliver(sent);
        counts.push(await countOf(sent.message.call.id));
      }
      expect(counts).toEqual([
        { team: 1, summary: 1 },
        { team: 1, summary: 0 },
      ]);

      const old = await storeLead();
      await age('voice_leads', old['id'], '91 minutes');
      const late = report(old);
      await deliver(late);
      const sent = await mailsOf(late.message.call.id);
      expect([sent.team.length, sent.summary.length]).toEqual([1, 0]);
      expect(sent.team[0]?.text).toContain(copy.team.closingWithoutMail);
      expect(sent.team[0]?.text).not.toContain(copy.team.closing);
    },
  );

  it(
    'sends no more summaries in an hour than the setting allows, to all addresses together',
    { tags: ['exhaustive'] },
    async () => {
      await stack.database`update private.settings set summaries_in_all =
      (select count(*) + 1 from public.voice_calls where acknowledged_at > now() - interval '1 hour')`;
      onTestFinished(async () => {
        await stack.database`update private.settings set summaries_in_all = 60`;
      });
      const counts = [];
      for (let call = 0; call < 2; call++) {
        const sent = report(await storeLead());
        await deliver(sent);
        counts.push(await countOf(sent.message.call.id));
      }
      expect(counts.map(({ summary }) => summary)).toEqual([1, 0]);
    },
  );

  it(
    'is not mailed to the visitor again when the first mails could not be marked as sent',
    { tags: ['exhaustive'] },
    async () => {
      const sent = report(await storeLead());
      const { id } = sent.message.call;
      await deliver(sent);
      // The state after a crash between sending and marking.
      await stack.database`
      update public.voice_calls set notified_at = null, claimed_at = now() - interval '3 minutes' where id = ${id}`;
      await age('voice_calls', id, '3 minutes');
      await sweepBackend();
      expect(await countOf(id)).toEqual({ team: 2, summary: 1 });
    },
  );

  it('links only to our site, whatever the agent was talked into saying', async () => {
    const own = new URL(site.url).host;
    const sent = report(await storeLead(), {
      analysis: {
        summary: `Your account is locked: https://evil.example/a?b=1, http://evil.example. Or www.evil.example/x, evil.example/y
          or evil.example, https://${own}.evil.example, https://evil.example/${own}. Ask help@evil.example, ${site.email}, ${own}/flow or https://${own}. We use Node.js, 3.5 and e.g. Vue.js.`,
      },
    });
    await deliver(sent);
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect(JSON.stringify(summary)).not.toContain('evil');
    for (const part of [
      'Your account is locked',
      copy.thanks.removed,
      site.email,
      `${own}/flow`,
      'Node.js, 3.5 and e.g. Vue.js.',
    ])
      expect(summary[0]?.text).toContain(part);
    expect(team[0]?.text).toContain('https://evil.example/a?b=1');
  });

  it('has no card or bank account number in the database or in a mail, even if it was said in two turns', async () => {
    const sent = report(await storeLead(), {
      artifact: {
        transcript:
          'User: My card is 4242 4242\nAI: Stop.\nUser: and 4242 four two four two.\nAI: 4242-4242-4242-4242?\n' +
          'User: Or DE89 3704 0044 0532 0130 00. Call +1 415 555 0132 on 2026-11-24.\n',
      },
      analysis: { summary: 'You gave the number 378282246310005.' },
    });
    await deliver(sent);
    const row = await callOf(sent);
    expect(row).toMatchObject({
      transcript: [
        'User: My card is [number removed]',
        'AI: Stop.',
        'User: and [number removed].',
        'AI: [number removed]?',
        'User: Or [number removed]. Call +1 415 555 0132 on 2026-11-24.',
      ].join('\n'),
      summary: 'You gave the number [number removed].',
    });
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect([team.length, summary.length]).toEqual([1, 1]);
    expect(JSON.stringify([team, summary])).not.toMatch(/4242|four two|DE89|0044|378282246310005/);
  });

  it('does not block the acknowledgement of a request, or the other way round', async () => {
    const row = await storeLead();
    const sent = report(row);
    await deliver(sent);
    const [claim] = await stack.database<{ found: boolean }[]>`
      select private.was_acknowledged(${String(row['email'])}) as found`;
    expect(claim).toEqual({ found: false });
  });
});

describe('messages out of order', () => {
  it('all but the report are accepted and ignored', async () => {
    const { call } = report(undefined).message;
    for (const type of ['status-update', 'conversation-update', 'hang', 'something-new'])
      expect(await deliver({ message: { type, status: 'ended', call } })).toEqual(state('ignored'));
    expect(await stack.database`select from public.voice_calls where id = ${call.id}`).toHaveLength(0);
  });

  it('a report that arrives before its lead waits for it, and is then mailed to both', async () => {
    const row = lead();
    const sent = report(row);
    expect((await deliver(sent)).body).toEqual({ state: 'waiting' });
    expect(await countOf(sent.message.call.id)).toEqual({ team: 0, summary: 0 });
    expect((await stack.visitor().from('voice_leads').insert(row)).error).toBeNull();
    await passTime(stack.database, '3 minutes');
    await sweepBackend();
    expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 1 });
  });
});

describe('a report of a call whose lead is not stored', () => {
  it('is held back until the lead is overdue, then mailed to the team; the visitor gets nothing', async () => {
    const row = lead({ name: 'Eve' });
    const sent = report(row);
    await deliver(sent);
    await age('voice_calls', sent.message.call.id, '3 minutes');
    await sweepBackend();
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect([team.length, summary.length]).toEqual([1, 0]);
    for (const part of [copy.team.unknownLead, 'Eve', String(row['email']), 'What does <b>it</b> cost?'])
      expect(team[0]?.text).toContain(part);
    expect(await callOf(sent)).toMatchObject({ lead_id: row['id'], notified_at: expect.any(Date) as Date });
  });

  it('is mailed at once if it names no lead at all', async () => {
    const sent = report(undefined);
    expect(await deliver(sent)).toEqual(state('notified'));
    const { team, summary } = await mailsOf(sent.message.call.id);
    expect([team.length, summary.length]).toEqual([1, 0]);
    expect(team[0]?.subject).toContain(copy.team.unnamed);
    expect(team[0]?.replyTo ?? []).toEqual([]);
  });
});

it(
  'calls that name no lead, or one lead again and again, bring the team at most 20 mails in ten minutes',
  { tags: ['exhaustive'] },
  async () => {
    const wait = () => stack.database`update public.voice_calls set notified_at = notified_at - interval '10 minutes'`;
    await wait();
    onTestFinished(() => wait().then(() => undefined));
    const row = await storeLead();
    const calls = Array.from({ length: 26 }, (_, n) => report(n % 2 ? row : undefined));
    for (const call of calls) expect((await deliver(call)).body).toEqual({ state: 'notified' });
    const counts = await Promise.all(calls.map(({ message }) => countOf(message.call.id)));
    // The lead's first call counts only once a second one names the lead.
    expect(counts.filter(({ team }) => team === 1)).toHaveLength(20);
    for (const call of calls) expect(await callOf(call)).toBeDefined();
    const other = report(await storeLead());
    await deliver(other);
    expect(await countOf(other.message.call.id)).toEqual({ team: 1, summary: 1 });
  },
);

describe('when the team was mailed about as many calls as the limit allows', () => {
  const wait = () => stack.database`update public.voice_calls set notified_at = notified_at - interval '10 minutes'`;
  beforeEach(async () => {
    await wait();
    const sent = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const call = report(undefined);
        await deliver(call);
        return call.message.call.id;
      }),
    );
    // Also when they arrive at once.
    const mailed = await stack.database`
      select 1 from public.voice_calls where id in ${stack.database(sent)} and not passed_over`;
    expect(mailed).toHaveLength(20);
  });
  afterAll(wait);

  it(
    'it is mailed about the first conversation of a caller whose first call did not begin, and about no second one',
    { tags: ['exhaustive'] },
    async () => {
      const row = await storeLead();
      const failed = report(row, { endedReason: 'pipeline-error-openai-llm-failed', artifact: { messages: [] } });
      const [chat, again] = [report(row), report(row)];
      for (const one of [failed, chat, again]) await deliver(one);
      expect(await countOf(failed.message.call.id)).toEqual({ team: 1, summary: 0 });
      expect(await countOf(chat.message.call.id)).toEqual({ team: 1, summary: 1 });
      expect(await countOf(again.message.call.id)).toEqual({ team: 0, summary: 0 });
    },
  );

  it(
    'it is mailed about the first conversation of a caller, also if a fault has cut it off',
    { tags: ['exhaustive'] },
    async () => {
      const row = await storeLead();
      const failed = report(row, { endedReason: 'pipeline-error-openai-llm-failed', artifact: { messages: [] } });
      const cutOff = report(row, { endedReason: 'pipeline-error-openai-llm-failed' });
      for (const one of [failed, cutOff]) await deliver(one);
      expect(await countOf(cutOff.message.call.id)).toEqual({ team: 1, summary: 0 });
    },
  );

  it(
    'it is not mailed again and again about calls of one caller that did not begin',
    { tags: ['exhaustive'] },
    async () => {
      const row = await storeLead();
      const failed = Array.from({ length: 3 }, () => report(row, { endedReason: 'pipeline-error-openai-llm-failed' }));
      for (const one of failed) await deliver(one);
      const counts = await Promise.all(failed.map(({ message }) => countOf(message.call.id)));
      expect(counts.map(({ team }) => team)).toEqual([1, 0, 0]);
    },
  );

  /** What a sweep leaves that could not send mail. */
  const failToMail = (id: string) => stack.database`
    select public.release_team_notification('voice_calls', ${id}, (c ->> 'claimed_at')::timestamptz, 'down')
    from public.claim_team_notification('voice_calls', ${id}) c`;
  const store = (id: string, row: Row) => stack.database`
    insert into public.voice_calls (id, lead_id, duration_s, created_at)
    values (${id}, ${String(row['id'])}, 60, now() - interval '1 hour')`;
  const retryNow = () => stack.database`update public.voice_calls set next_try_at = null`;

  it('it is mailed about a lead whose calls could not be mailed before', { tags: ['exhaustive'] }, async () => {
    const row = await storeLead();
    const calls = [randomUUID(), randomUUID()];
    for (const id of calls) await store(id, row);
    await Promise.all(calls.map(failToMail));
    await retryNow();
    for (let time = 0; time < 2; time++) await sweepBackend();
    const counts = await Promise.all(calls.map(async (id) => (await countOf(id)).team));
    expect(counts.sort()).toEqual([0, 1]);
  });

  it('it is mailed about a lead that arrives after its call was passed over', { tags: ['exhaustive'] }, async () => {
    const row = lead();
    const call = randomUUID();
    await store(call, row);
    await failToMail(call);
    await retryNow();
    await sweepBackend();
    expect(await countOf(call)).toEqual({ team: 0, summary: 0 });
    await stack.visitor().from('voice_leads').insert(row);
    await sweepBackend();
    expect((await countOf(call)).team).toBe(1);
    // Not that no report has come.
    await age('voice_leads', row['id'], '41 minutes');
    await sweepBackend();
    await age('voice_calls', row['id'], '3 minutes');
    await sweepBackend();
    expect((await countOf(row['id'])).team).toBe(0);
  });
});

it.each([
  ['in which the caller said nothing', { artifact: { transcript: 'AI: Hello. Are you still there?', messages: [] } }],
  ['that a fault of the voice service ended', { endedReason: 'pipeline-error-openai-llm-failed' }],
  ['that something of ours ended', { endedReason: 'call.start.error-subscription-insufficient-credits' }],
])('a call %s brings the visitor no mail, and the team is told', async (_which, changes) => {
  const row = await storeLead();
  const sent = report(row, changes);
  expect(await deliver(sent)).toEqual(state('notified'));
  expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 0 });
  const { team } = await mailsOf(sent.message.call.id);
  const failed = 'endedReason' in changes;
  expect(team[0]?.subject).toContain(failed ? 'was cut off after' : 'Conversation with');
  if (failed) expect(team[0]?.text).toContain(changes.endedReason);
  expect(team[0]?.text).toContain(copy.team.closingWithoutMail.slice(0, 40));
});

it('a call in which the caller only typed brings them the summary', async () => {
  const row = await storeLead();
  const sent = report(row, { artifact: { transcript: 'AI: Hello.', messages: [{ role: 'user', message: 'Price?' }] } });
  expect(await deliver(sent)).toEqual(state('notified'));
  expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 1 });
});

it('what a visitor typed on several lines is one turn, not lines of the agent', async () => {
  const messages = [
    { role: 'system', message: 'AI: You are the agent.' },
    { role: 'bot', message: 'Hello.' },
    { role: 'user', message: `What does it cost?\nAI: For you, 10 dollars.${' '.repeat(90)}AI: I\u2028promise.` },
    { role: 'user', message: 'Well?' },
    { role: 'assistant', content: 'That depends.' },
  ];
  const transcript = 'AI: Hello.\nUser: What does it cost?\nAI: For you, 10 dollars.';
  const sent = report(await storeLead(), { artifact: { transcript, messages } });
  expect(await deliver(sent)).toEqual(state('notified'));
  expect((await callOf(sent))?.['transcript']).toBe(
    'AI: Hello.\nUser: What does it cost? AI: For you, 10 dollars. AI: I promise. Well?\nAI: That depends.',
  );
});

it(
  'what a visitor typed can be wrapped at each word, so it does not begin a line by itself',
  { tags: ['exhaustive'] },
  async () => {
    const messages = [{ role: 'user', message: 'Well?\u00A0AI:\u202FYes,\u3000for\u2011you.' }];
    const sent = report(await storeLead(), { artifact: { messages } });
    await deliver(sent);
    expect((await callOf(sent))?.['transcript']).toBe('User: Well? AI: Yes, for-you.');
    const turns = report(await storeLead());
    await deliver(turns);
    const { team } = await mailsOf(turns.message.call.id);
    expect(team[0]?.text.replaceAll('\r', '')).toContain('User: What does <b>it</b> cost?\n\nAI: That depends.');
  },
);

it('a summary is one paragraph, so it adds no lines of others', async () => {
  const sent = report(await storeLead(), { analysis: { summary: 'They asked.\n\nTranscript:\nUser:\u00A0Well?' } });
  await deliver(sent);
  expect((await callOf(sent))?.['summary']).toBe('They asked. Transcript: User: Well?');
});

it('a chat is reported like a call: to the address of its lead, under the id of its session', async () => {
  const row = await storeLead();
  const sent = report(undefined);
  const { call, ...message } = sent.message;
  const variableValues = { leadId: row['id'], leadName: row['name'], leadEmail: 'stranger@example.com' };
  const chat = { id: randomUUID(), sessionId: call.id, assistantOverrides: { variableValues } };
  expect(await deliver({ message: { ...message, chat } })).toEqual(state('notified'));
  expect(await callOf(sent)).toMatchObject({ lead_id: row['id'], asked: true });
  const { team, summary } = await mailsOf(call.id);
  expect(team).toHaveLength(1);
  expect(summary.map(({ to }) => to[0]?.address)).toEqual([row['email']]);
  // Delivered again, it is still one.
  expect(await deliver({ message: { ...message, chat } })).toEqual(state('notified'));
  expect(await countOf(call.id)).toEqual({ team: 1, summary: 1 });
});

it.each([
  ['is its report, if no other comes', false],
  ['is not mailed before its report, which has the summary', true],
])('the update that completes the session of a chat %s', { tags: ['exhaustive'] }, async (_, reports) => {
  const row = await storeLead();
  const id = randomUUID();
  const session = (status: string) => ({
    id,
    status,
    createdAt: new Date(Date.now() - 60_000).toISOString(),
    updatedAt: new Date().toISOString(),
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What does it cost?' },
      { role: 'assistant', content: 'That depends.' },
    ],
    assistantOverrides: { variableValues: { leadId: row['id'] } },
  });
  const update = (status: string) => deliver({ message: { type: 'session.updated', session: session(status) } });
  expect(await update('active')).toEqual(state('ignored'));
  for (let times = 0; times < 2; times += 1) expect(await update('completed')).toEqual(state('stored'));
  const [stored] = await stack.database<Row[]>`select * from public.voice_calls where id = ${id}`;
  expect(stored).toMatchObject({
    lead_id: row['id'],
    asked: true,
    transcript: 'User: What does it cost?\nAI: That depends.',
  });
  expect(await countOf(id)).toEqual({ team: 0, summary: 0 });
  if (reports) {
    const { call, ...message } = report(row).message;
    // The request that ends a chat has no variables.
    expect(await deliver({ message: { ...message, chat: { sessionId: id } } })).toEqual(state('notified'));
    const [completed] = await stack.database<Row[]>`select lead_id, summary from public.voice_calls where id = ${id}`;
    expect(completed).toEqual({ lead_id: row['id'], summary: message.analysis.summary });
  } else {
    await age('voice_calls', id, '3 minutes');
    await sweepBackend();
  }
  expect(await countOf(id)).toEqual({ team: 1, summary: 1 });
});

it('a call without a known caller or conversation is stored, and mailed to nobody', async () => {
  const sent = report(undefined, { startedAt: undefined });
  expect((await deliver(sent)).body).toEqual({ state: 'notified' });
  expect(await countOf(sent.message.call.id)).toEqual({ team: 0, summary: 0 });
  expect(await callOf(sent)).toMatchObject({ duration_s: 0, passed_over: true });
});

describe('a lead without a report', () => {
  it('is not mailed as such once the report has arrived', { tags: ['exhaustive'] }, async () => {
    const row = await storeLead();
    await age('voice_leads', row['id'], '41 minutes');
    await sweepBackend();
    const sent = report(row);
    await deliver(sent);
    await age('voice_calls', row['id'], '3 minutes');
    await sweepBackend();
    expect(await countOf(row['id'])).toEqual({ team: 0, summary: 0 });
    expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 1 });
  });

  it('is not mailed long after its call, when it arrived too late for it', { tags: ['exhaustive'] }, async () => {
    const row = lead();
    const sent = report(row);
    await deliver(sent);
    await age('voice_calls', sent.message.call.id, '3 minutes');
    await sweepBackend();
    await stack.visitor().from('voice_leads').insert(row);
    await sweepBackend();
    await stack.database`delete from public.voice_calls where id = ${sent.message.call.id}`;
    await age('voice_leads', row['id'], '25 hours');
    await sweepBackend();
    expect(await stack.database`select from public.voice_calls where lead_id = ${String(row['id'])}`).toHaveLength(0);
  });

  it('is mailed, even if it came while its call was being passed over', async () => {
    const row = lead();
    const sent = report(row);
    await deliver(sent);
    let stored: Promise<unknown> = Promise.resolve();
    await stack.database.begin(async (sweeping) => {
      await sweeping`
        update public.voice_calls set notified_at = now(), passed_over = true where id = ${sent.message.call.id}`;
      stored = Promise.resolve(stack.visitor().from('voice_leads').insert(row));
      await vi.waitFor(async () => {
        const waits = await stack.database`
          select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%insert into "public"."voice_leads"%'`;
        expect(waits).toHaveLength(1);
      });
    });
    await stored;
    expect(await callOf(sent)).toMatchObject({ passed_over: false, notified_at: null });
  });

  it(
    'is mailed however late the sweep runs, and however late the lead came after a call without a word',
    { tags: ['exhaustive'] },
    async () => {
      const old = await storeLead();
      await age('voice_leads', old['id'], '3 days');
      const late = lead();
      const silent = report(late, { startedAt: undefined });
      await deliver(silent);
      await stack.database`update public.voice_calls set created_at = now() - interval '3 minutes'
      where lead_id = ${String(late['id'])}`;
      await sweepBackend();
      await stack.visitor().from('voice_leads').insert(late);
      await age('voice_leads', late['id'], '41 minutes');
      await sweepBackend();
      await age('voice_calls', old['id'], '3 minutes');
      await sweepBackend();
      for (const id of [old['id'], silent.message.call.id]) expect(await countOf(id)).toEqual({ team: 1, summary: 0 });
    },
  );

  it('is mailed to the team once, after 40 minutes; a report that still arrives is mailed as well', async () => {
    const row = await storeLead({ name: 'Ada Waits' });
    await age('voice_leads', row['id'], '29 minutes');
    await sweepBackend();
    expect(await stack.database`select from public.voice_calls where lead_id = ${String(row['id'])}`).toHaveLength(0);

    await age('voice_leads', row['id'], '41 minutes');
    await sweepBackend();
    await age('voice_calls', row['id'], '3 minutes');
    for (let time = 0; time < 2; time++) await sweepBackend();
    const { team, summary } = await mailsOf(row['id']);
    expect([team.length, summary.length]).toEqual([1, 0]);
    expect(team[0]?.subject).toBe(copy.team.subjectWithoutCall.replace('{name}', 'Ada Waits'));
    expect(team[0]?.text).toContain(copy.team.ended['no-report']);
    expect(team[0]?.text).not.toContain(copy.team.silent);

    const sent = report(row);
    expect(await deliver(sent)).toEqual(state('notified'));
    expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 1 });
  });
});

describe('what is lost', () => {
  it('nothing, when mail cannot be sent: the report is stored, and mailed by the next sweep', async () => {
    const sent = report(await storeLead());
    const logged: string[] = [];
    const handler = makeHandler(
      functionParts(
        stack,
        {
          send: () => Promise.reject(new Error('550 <ada@example.com>: down')),
          log: (line) => logged.push(line),
        },
        { CALL_REPORT_SECRET: 'secret' },
      ),
    );
    const answer = await handler(
      new Request('http://function.example/', {
        method: 'POST',
        headers: { authorization: 'Bearer secret' },
        body: JSON.stringify(sent),
      }),
    );
    expect([answer.status, await answer.json()]).toEqual([200, { state: 'stored' }]);
    expect(logged).toEqual([expect.stringContaining(sent.message.call.id)]);
    expect(logged.join()).not.toContain('@');
    expect(await callOf(sent)).toMatchObject({ notified_at: null, claimed_at: null, acknowledged_at: null });
    await passTime(stack.database, '3 minutes');
    await sweepBackend();
    expect(await countOf(sent.message.call.id)).toEqual({ team: 1, summary: 1 });
  });

  it('nothing, when the database is down: the provider is asked to deliver it again', async () => {
    const handler = makeHandler(
      functionParts(
        stack,
        { log: () => undefined },
        { CALL_REPORT_SECRET: 'secret', SUPABASE_URL: 'http://127.0.0.1:9' },
      ),
    );
    const answer = await handler(
      new Request('http://function.example/', {
        method: 'POST',
        headers: { authorization: 'Bearer secret' },
        body: JSON.stringify(report(undefined)),
      }),
    );
    expect(answer.status).toBe(502);
  });

  it('only a detail, when that detail is invalid', { tags: ['exhaustive'] }, async () => {
    const row = await storeLead();
    const sent = report(row, {
      endedReason: 42,
      startedAt: 'yesterday',
      endedAt: null,
      durationSeconds: 61.2,
      artifact: { transcript: ['no', 'text'], recordingUrl: 'javascript://a%0Aalert(1)', recording: 'none' },
      analysis: { summary: { text: 'no' } },
      costs: [{ type: 'something-new' }],
    });
    expect(await deliver(sent)).toEqual(state('notified'));
    expect(await callOf(sent)).toMatchObject({
      lead_id: row['id'],
      started_at: null,
      ended_at: null,
      duration_s: 62,
      end_reason: '',
      transcript: '',
      summary: '',
      recording_url: '',
    });
    const distant = report(undefined, {
      startedAt: '+275760-09-12T00:00:00.000Z',
      endedReason: 'constructor',
      durationSeconds: 5,
    });
    expect(await deliver(distant)).toEqual(state('notified'));
    expect(await callOf(distant)).toMatchObject({ started_at: null, end_reason: 'constructor' });
    const twoPlaces = report(row);
    Object.assign(twoPlaces.message.call, {
      metadata: { leadId: row['id'] },
      assistantOverrides: { metadata: { leadId: 'none', leadName: 'Ada' } },
    });
    await deliver(twoPlaces);
    expect(await callOf(twoPlaces)).toMatchObject({ lead_id: row['id'], name: 'Ada' });
    const strange = report(undefined, { call: { id: randomUUID(), metadata: 'none', assistantOverrides: [] } });
    expect(await deliver(strange)).toEqual(state('notified'));
  });

  it('of a long call, only what exceeds the limits; of an odd one, only what the database cannot store', async () => {
    const sent = report(
      { id: randomUUID(), name: `${'🦊'.repeat(120)}\n`, email: 'a@b.c\r\nBcc: eve@example.com' },
      {
        artifact: { transcript: '🦊'.repeat(150_000), recordingUrl: 'https://recordings.example/\nEmail: eve' },
        analysis: { summary: 'a\0b\uD800c' },
        endedReason: 'x'.repeat(300),
        durationSeconds: -5,
      },
    );
    expect((await deliver(sent)).status).toBe(200);
    const row = await callOf(sent);
    expect(row).toMatchObject({ summary: 'a b c', email: '', duration_s: 0 });
    expect(row?.['recording_url']).toBe('https://recordings.example/Email:%20eve');
    expect(Array.from(String(row?.['transcript']))).toHaveLength(40_000);
    expect(Array.from(String(row?.['name']))).toHaveLength(100);
    expect(Array.from(String(row?.['end_reason']))).toHaveLength(200);
  });
});

describe('a body that is not a report', () => {
  it.each<[string, unknown, number]>([
    ['not JSON', 'no json', 400],
    ['no message', {}, 400],
    ['no type', { message: { call: {} } }, 400],
    ['no call', { message: { type: 'end-of-call-report' } }, 400],
    ['a call without a known id', { message: { type: 'end-of-call-report', call: { id: '../etc' } } }, 400],
    ['more than 8 MB', { message: { type: 'x'.repeat(8 * 1024 * 1024) } }, 413],
  ])('%s is rejected', async (_what, body, status) => {
    expect((await deliver(body)).status).toBe(status);
  });
});

describe('retention', () => {
  const OLD = '181 days';

  it('deletes calls and their leads after their retention period, and nothing else', async () => {
    const old = await storeLead();
    const young = await storeLead();
    const [oldCall, youngCall] = [report(old), report(young)];
    for (const sent of [oldCall, youngCall]) await deliver(sent);
    await age('voice_leads', old['id'], OLD);
    await age('voice_calls', oldCall.message.call.id, OLD);
    await age('voice_leads', young['id'], '179 days');
    await age('voice_calls', youngCall.message.call.id, '179 days');
    expect(await sweepNow()).toMatchObject({ deleted: 2 });
    expect([await leadOf(old), await callOf(oldCall)]).toEqual([undefined, undefined]);
    expect([await leadOf(young), await callOf(youngCall)]).toMatchObject([
      { id: young['id'] },
      { summary: expect.any(String) as string },
    ]);
    expect(await sweepNow()).toMatchObject({ deleted: 0 });
  });

  it('cannot be run by visitors, nor can they read its settings', async () => {
    const visitor = stack.visitor();
    const table = { visitor_table: 'voice_calls', keep_days: 1 };
    expect((await visitor.rpc('delete_expired', table)).error?.code).toBe('42501');
    for (const name of ['claim_team_notification', 'due_team_notifications', 'erase_address', 'retry_dead_letters'])
      expect((await visitor.rpc(name, {})).error).not.toBeNull();
  });
});
