import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSite } from '../../tools/local/site-server.ts';
import { serveTurnstile } from '../../tools/local/turnstile/server.ts';
import { TEST_SITE_KEYS } from '../../tools/local/turnstile/test-keys.ts';
import { serveRehearsal } from '../../tools/local/voice/server.ts';
import { failuresOf, type Vocabulary } from '../setup/any-request.ts';
import { freePort, lead, startStack, submission, type Stack } from '../setup/stack.ts';

const SEED = 20_261_123;

let stack: Stack;
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  stack = await startStack();
  await stack.database`update private.settings set requests_per_ip = 100000`;
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
  await stack.stop();
});

it('the rehearsal answers none of 20,000 generated requests with a server error', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const rehearsal = await serveRehearsal(port);
  undo.push(() => rehearsal.close());
  const newRoom = async () => {
    const response = await fetch(`${url}/live/call/web`, { method: 'POST', body: '{}' });
    return new URL(((await response.json()) as { webCallUrl: string }).webCallUrl).pathname;
  };
  const failures: string[] = [];
  // A call that is over stays over, so each batch has calls of its own.
  for (let batch = 0; batch < 4; batch++) {
    const rooms = await Promise.all([newRoom(), newRoom(), newRoom()]);
    const vocabulary: Vocabulary = {
      paths: [
        '/live/call/web',
        '/provider-busy/call/web',
        '/live/call-machine.js',
        ...rooms.flatMap((room) =>
          ['signals', 'live', 'greeting', 'turns', 'turns', 'speech/0', 'pause', 'end'].map((end) => `${room}/${end}`),
        ),
      ],
      // Those that fail on purpose, or never answer, are left out.
      words: ['live', 'call', 'web', 'rooms', 'speech', 'turns', 'signals', 'room-missing', 'never-live', 'deaf'],
      bodies: [
        '{}',
        '{"text":"How long is an internship?"}',
        '{"text":"__proto__ constructor toString"}',
        '{"text":"\\u202e\\ud83e What?"}',
        '{"reason":"customer-ended-call"}',
        '{"assistantId":"x","assistantOverrides":{"metadata":{"leadName":"Ada"},"variableValues":null}}',
      ],
    };
    failures.push(...(await failuresOf(url, vocabulary, { requests: 5000, seed: SEED + batch })));
  }
  expect(failures).toEqual([]);
}, 240_000);

/** What the REST API, the storage and the functions understand. */
const apiVocabulary = (headers: Record<string, string>): Vocabulary => ({
  paths: [
    ...['contact_submissions', 'notification_requests', 'voice_leads', 'internship_applications', 'voice_calls'].map(
      (table) => `/rest/v1/${table}`,
    ),
    '/rest/v1/',
    '/rest/v1/rpc/due_team_notifications',
    '/rest/v1/rpc/orphaned_resumes',
    '/storage/v1/bucket',
    '/storage/v1/bucket/resumes',
    '/storage/v1/bucket/resumes/empty',
    '/storage/v1/object/resumes/00000000-0000-4000-8000-000000000000/resume.pdf',
    '/storage/v1/object/public/resumes/x/resume.pdf',
    '/storage/v1/object/info/resumes/x/resume.pdf',
    '/storage/v1/object/list/resumes',
    '/storage/v1/object/sign/resumes',
    '/storage/v1/object/sign/resumes/x/resume.pdf',
    '/storage/v1/object/upload/sign/resumes/x/resume.pdf',
    '/storage/v1/object/move',
    '/storage/v1/object/copy',
    '/functions/v1/contact-notification',
    '/functions/v1/request-notification',
    '/functions/v1/unsubscribe',
    '/auth/v1/otp',
  ],
  words: [
    'select', 'order', 'limit', 'offset', 'on_conflict', 'columns', 'id', 'name', 'email', 'created_at', 'fill_ms', 'or', 'and', 'not', 'token',
    'eq.', 'neq.', 'gt.', 'like.', 'ilike(any).', 'match.', 'in.', 'is.', 'is.null', 'isdistinct.', 'fts.', 'plfts(english).', 'cs.', 'cd.', 'ov.',
    'sl.', 'sr.', 'adj.', 'eq(any).', 'asc', '.desc', '.nullslast', 'count()', 'id.sum()', '::int', '::', '->', '->>0', '...', '!inner', 'voice_leads(*)',
    '(id.eq.1,name.eq.2)', '{1,2}', '{a', '(1,2)', '1', 'x', 'resumes', 'rest', 'v1', 'rpc', 'storage', 'object', 'bucket', 'functions', 'download',
  ], // oxfmt-ignore
  queries: [
    'select=id,name', 'select=id::text,fill_ms.sum()', 'select=*,voice_leads(*)', 'select=name->>a', 'select=n:name', 'id=eq.1', 'name=eq.x',
    'name=not.in.(a,"b,c")', 'name=like(any).{a*,b}', 'name=is.null', 'name=fts(english).a', 'fill_ms=gte.5', 'fill_ms=cs.{1}', 'fill_ms=sl.(1,2)',
    'or=(id.eq.1,and(name.eq.2,fill_ms.not.gt.3))', 'not.and=(name.eq.x)', 'order=name.desc.nullslast,id', 'limit=1', 'offset=1',
    'on_conflict=id', 'columns=id,name', 'most=1', 'download=x.pdf', 'token=eyJhbGciOiJIUzI1NiJ9.e30.x', 'name=match.^a', 'name=isdistinct.x',
  ], // oxfmt-ignore
  bodies: [
    JSON.stringify(submission()),
    JSON.stringify([lead(), lead()]),
    '{"most":5}',
    '{"prefixes":["x"]}',
    '{"prefix":"","limit":1,"sortBy":{"column":"name","order":"asc"}}',
    '{"expiresIn":60,"paths":["x"]}',
    '{"bucketId":"resumes","sourceKey":"x","destinationKey":"y"}',
    '{"id":"mine","name":"mine","public":true,"file_size_limit":-1}',
    '{"table":"contact_submissions","id":"00000000-0000-4000-8000-000000000000"}',
    'id,name\n1,2',
  ],
  headers,
});

it.each(['public', 'secret'])(
  'the API answers none of 5,000 generated requests with the %s key with a server error',
  async (which) => {
    const key = which === 'public' ? stack.backend.publishableKey : stack.secretKey;
    const vocabulary = apiVocabulary({ apikey: key, authorization: `Bearer ${key}` });
    expect(await failuresOf(stack.backend.apiUrl, vocabulary, { requests: 5000, seed: SEED })).toEqual([]);
  },
  240_000,
);

it('the mailbox answers none of 3,000 generated requests with a server error', async () => {
  const vocabulary: Vocabulary = {
    paths: ['/', '/mailbox', '/mailbox.json', '/mailbox/1700000000000-x'],
    words: ['mailbox', '1700000000000-00000000-0000-4000-8000-000000000000', 'html', '.eml', 'files'],
    bodies: ['{}'],
  }; // oxfmt-ignore
  expect(
    await failuresOf(new URL(stack.backend.mailboxUrl).origin, vocabulary, { requests: 3000, seed: SEED }),
  ).toEqual([]);
}, 120_000);

it('the stand-in for Turnstile answers none of 3,000 generated requests with a server error', async () => {
  const standIn = await serveTurnstile(await freePort());
  undo.push(() => standIn.close());
  const vocabulary: Vocabulary = {
    paths: ['/turnstile/v0/api.js', '/turnstile/v0/siteverify', '/frame.js', '/check', '/check'],
    queries: [`sitekey=${TEST_SITE_KEYS.passes}`, 'action=x'],
    words: ['turnstile', 'v0', 'siteverify', 'check', 'sitekey', 'action', TEST_SITE_KEYS.passes, 'secret', 'response'],
    bodies: ['secret=x&response=y', 'secret=&response'],
  }; // oxfmt-ignore
  expect(await failuresOf(standIn.url, vocabulary, { requests: 3000, seed: SEED })).toEqual([]);
}, 120_000);

it('the server of the site answers none of 5,000 generated requests with a server error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-fuzz-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  for (const name of ['flow', '.well-known']) mkdirSync(join(folder, name));
  for (const file of ['index.html', 'flow/index.html', '404.html', '.well-known/security.txt'])
    writeFileSync(join(folder, file), 'x'.repeat(100));
  const port = await freePort();
  const server = await serveSite(folder, port);
  undo.push(() => server.close());
  const vocabulary: Vocabulary = {
    paths: ['/', '/index.html', '/flow', '/flow/index', '/.well-known/security.txt', '/404'],
    words: ['index', 'flow', '.html', '.br', '.well-known', '.env'],
    bodies: [''],
  };
  expect(await failuresOf(`http://127.0.0.1:${port}`, vocabulary, { requests: 5000, seed: SEED })).toEqual([]);
}, 120_000);
