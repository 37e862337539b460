import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { withoutAccountNumbers } from '../../../functions/_shared/account-numbers.ts';
import { CALL_LIMITS, callRow, providerMessage } from '../../../functions/_shared/call-report.ts';
import type { Mail } from '../../../functions/_shared/mail.ts';
import type { Parts } from '../../../functions/_shared/parts.ts';
import { makeHandler as makeCallReport } from '../../../functions/call-report/handler.ts';
import { makeHandler as makeContactNotification } from '../../../functions/contact-notification/handler.ts';
import { makeHandler as makeRequestNotification } from '../../../functions/request-notification/handler.ts';
import { makeHandler as makeRequestSweep } from '../../../functions/request-sweep/handler.ts';
import { makeHandler as makeResourceAnnouncement } from '../../../functions/resource-announcement/handler.ts';
import { makeHandler as makeUnsubscribe } from '../../../functions/unsubscribe/handler.ts';
import { CONTACT_LIMITS } from '../../../src/backend/contact-submission.ts';
import { TEAM_TABLES } from '../../../src/backend/request.ts';
import { functionParts } from '../../../tests/setup/function-parts.ts';
import { submission, type Stack } from '../../../tests/setup/stack.ts';
import { anyJson, bodiesOf, writeBody } from './bodies.ts';
import type { Column } from './columns.ts';
import { fuzz, type Count, type FuzzResult } from './fuzz-run.ts';
import { anyEmail, anyText, FRESH_ID, goodEmail, goodText, withFreshIds } from './texts.ts';

type Handler = (request: Request) => Promise<Response>;

/** The environment of the real functions, and the mails they have sent. */
interface Workbench {
  stack: Stack;
  parts: Parts;
  sent: Mail[];
}

const column = (good: fc.Arbitrary<unknown>, any: fc.Arbitrary<unknown>): Column => ({ good, any, kind: 'other' });
const text = (limit: number) => column(goodText(limit), anyText(limit));
const anyId = fc.oneof(fc.uuid(), fc.constant(FRESH_ID), anyText(36), fc.integer());
const id = column(fc.constant(FRESH_ID), anyId);

const BODIES: Record<string, Record<string, Column>> = {
  'contact-notification': {
    id,
    name: text(CONTACT_LIMITS.name),
    email: column(goodEmail, anyEmail),
    phone: text(CONTACT_LIMITS.phone),
    company: text(CONTACT_LIMITS.company),
    message: text(CONTACT_LIMITS.message),
    timestamp: column(fc.constant('2026-11-24T10:00:00.000Z'), anyText(40)),
    source: text(60),
  },
  'request-notification': { table: column(fc.constantFrom(...TEAM_TABLES), anyText(40)), id },
  'resource-announcement': {
    resource_type: column(fc.constantFrom('New Research', 'Case Studies & MoU Templates'), anyText(100)),
    send: column(fc.boolean(), anyText(5)),
  },
};

/** Bodies that are not an object with the right names. */
const anyBody = fc.oneof(
  anyJson,
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '{', 'null', '[]', '"a"', '\uFEFF{}', '{"a":1}}', '['.repeat(50_000)),
  fc.integer({ min: 65_000, max: 66_000 }).map((size) => JSON.stringify('x'.repeat(size))),
);

interface Answer {
  error?: { code?: string; field?: string; message?: string };
}

/** Calls a function, and checks its response: below 500, in JSON, and a refusal with a reason. */
async function call(
  handler: Handler,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
  count: Count,
  query = '',
): Promise<Response | undefined> {
  const response = await handler(new Request(`http://localhost/${query}`, { method: 'POST', headers, body }));
  if (response.status >= 500) throw new Error(`answered ${response.status}: ${await response.text()}`);
  if (response.status < 400) {
    count(`answered ${response.status}`);
    return response;
  }
  const { error } = (await response.json()) as Answer;
  if (!error?.code || !error.message) throw new Error(`refused with ${response.status} without a reason`);
  const names = error.field !== undefined || error.code === 'not-json' || error.code === 'too-large';
  if (!names) throw new Error(`refused without naming a field: ${error.message}`);
  count(error.field === undefined ? `refused: ${error.code}` : 'refused, the field named');
  return undefined;
}

/** A function that takes an object, called with any body, and with nearly valid ones. */
function fuzzFunction(name: string, handler: Handler, apikey: string, payloads: number, seed: number) {
  const columns = BODIES[name];
  const almost = columns && bodiesOf(columns, ['__proto__', 'constructor', 'tries']).map(writeBody);
  const bodies = almost ? fc.oneof({ weight: 4, arbitrary: almost }, { weight: 1, arbitrary: anyBody }) : anyBody;
  return fuzz(`function: ${name}`, bodies, payloads, seed, async (body, count) => {
    await call(handler, { apikey }, withFreshIds(body), count);
  });
}

/** The token is in the address, which can contain anything. */
const fuzzUnsubscribe = (handler: Handler, payloads: number, seed: number) =>
  fuzz(
    'function: unsubscribe',
    fc.oneof(fc.uuid(), anyText(36), fc.webQueryParameters()),
    payloads,
    seed,
    async (token, count) => {
      await call(
        handler,
        {},
        '',
        count,
        `?token=${encodeURIComponent(token.toWellFormed())}&${encodeURI(token.toWellFormed())}`,
      );
    },
  );

const leaf = fc.oneof(anyText(300), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.uuid());
const part = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: leaf });
const metadata = part({ leadId: fc.oneof(fc.uuid(), leaf), leadName: anyText(100), leadEmail: anyEmail });

/** A report in which any detail may be missing or different. */
const report = fc.record({
  message: fc.oneof(
    { weight: 1, arbitrary: leaf },
    {
      weight: 9,
      arbitrary: fc.record(
        {
          type: fc.oneof({ weight: 8, arbitrary: fc.constant('end-of-call-report') }, leaf),
          endedReason: fc.oneof(anyText(200), leaf),
          startedAt: fc.oneof(fc.date().map(String), anyText(30), leaf),
          endedAt: fc.oneof(fc.constant('2026-11-21T10:02:05.000Z'), leaf),
          durationSeconds: fc.oneof(fc.double(), leaf),
          call: fc.oneof(
            { weight: 6, arbitrary: fc.constant({ id: FRESH_ID }) },
            part({ id: fc.oneof(fc.uuid(), leaf), metadata, assistantOverrides: part({ metadata }) }),
          ),
          assistant: part({ metadata }),
          artifact: part({
            transcript: fc.oneof(
              anyText(100_000).filter((long) => long.length < 300_000),
              leaf,
            ),
            recordingUrl: fc.oneof(fc.webUrl(), anyText(2000), leaf),
            recording: part({ mono: part({ combinedUrl: fc.webUrl() }) }),
          }),
          analysis: part({ summary: fc.oneof(anyText(4000), leaf) }),
        },
        { requiredKeys: ['type', 'call'] },
      ),
    },
  ),
});

/** The function stores its own version of a report: texts that fit, and have no account number, are unchanged. */
const fuzzCallReport = ({ stack }: Workbench, handler: Handler, payloads: number, seed: number) =>
  fuzz('function: call-report', report, payloads, seed, async (value, count) => {
    const body = withFreshIds(JSON.stringify(value));
    const headers = { authorization: 'Bearer report' };
    const response = await call(handler, headers, body, count);
    const parsed = providerMessage.safeParse(JSON.parse(body));
    const expected =
      parsed.success && parsed.data.message.type === 'end-of-call-report' ? callRow(parsed.data.message) : undefined;
    if (!response || !expected) return;
    const [row] = await stack.database<{ transcript: string; summary: string; name: string; email: string }[]>`
      select transcript, summary, name, email from public.voice_calls where id = ${expected.id}`;
    const typed = parsed.data?.message.artifact?.transcript;
    for (const name of ['transcript', 'summary', 'name', 'email'] as const)
      if (row?.[name] !== expected[name]) throw new Error(`${name} is not stored as sent`);
    const fits =
      typed !== undefined &&
      typed.isWellFormed() &&
      !typed.includes('\0') &&
      // Of the marks on a letter, eight are kept.
      !/[\p{M}\uFF9E\uFF9F]{9}/u.test(typed) &&
      Array.from(typed).length <= CALL_LIMITS.transcript;
    if (fits && withoutAccountNumbers(typed) === typed && row?.transcript !== typed.trim())
      throw new Error('a transcript that fits is not stored as sent');
  });

const mostly = (good: fc.Arbitrary<string>, any: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: any });

/** Every stored request can be mailed: all of it, as typed. */
const fuzzMails = ({ stack, sent }: Workbench, handler: Handler, payloads: number, seed: number) =>
  fuzz(
    'function: contact-notification of stored requests',
    fc.record({
      name: mostly(goodText(100), anyText(100)),
      subject: mostly(goodText(150), anyText(150)),
      message: anyText(5400),
      email: mostly(goodEmail, anyEmail),
    }),
    payloads,
    seed,
    async (typed, count) => {
      const row = submission({ ...typed, id: randomUUID(), email: withFreshIds(typed.email) });
      const { error } = await stack.visitor().from('contact_submissions').insert(row);
      if (error) return count('not stored');
      sent.length = 0;
      const body = JSON.stringify({
        ...row,
        name: 'Ada',
        email: 'ada@example.com',
        phone: '',
        company: '',
        message: '',
        timestamp: '2026-11-24T10:00:00Z',
      });
      const response = await call(handler, { apikey: 'key' }, body, count);
      const mail = sent.find((one) => one.id === `contact_submissions.${String(row['id'])}.team`);
      if (!response || !mail) throw new Error('the team was not mailed');
      if (typed.message.trim() !== '' && !mail.text.includes(typed.message))
        throw new Error('the mail does not contain the whole message');
    },
  );

/** Fuzzes every function, as deployed, on a backend used by this run only. */
export async function fuzzHandlers(stack: Stack, payloads: number, seed: number): Promise<FuzzResult[]> {
  const sent: Mail[] = [];
  const parts = functionParts(
    stack,
    {
      send: (mail) => {
        sent.push(mail);
        return Promise.resolve();
      },
      log: () => undefined,
    },
    { CALL_REPORT_SECRET: 'report' },
  );
  const bench: Workbench = { stack, parts, sent };
  const share = (per: number) => Math.max(Math.round((payloads * per) / 100), 1);
  const contact = makeContactNotification(parts);
  const { secretKey } = stack;
  return [
    await fuzzFunction('contact-notification', contact, 'key', share(25), seed),
    await fuzzFunction('request-notification', makeRequestNotification(parts), 'key', share(20), seed),
    await fuzzFunction('resource-announcement', makeResourceAnnouncement(parts), secretKey, share(15), seed),
    await fuzzFunction('request-sweep', makeRequestSweep(parts), secretKey, share(5), seed),
    await fuzzUnsubscribe(makeUnsubscribe(parts), share(15), seed),
    await fuzzCallReport(bench, makeCallReport(parts), share(15), seed),
    await fuzzMails(bench, contact, share(5), seed),
  ];
}
