import { expect, it } from 'vitest';
import { checkRequest } from './api/check-request.ts';

const SECRET = 'sb_secret_test';
const TABLE = '/rest/v1/contact_submissions';
const FILES = '/storage/v1/object/resumes';

/** What the local API answers, or else the type and body that it passes on. */
async function check(method: string, path: string, body: string, headers: Record<string, string>) {
  const request = new Request(`http://127.0.0.1${path}`, { method, headers, body: Buffer.from(body) });
  const checked = await checkRequest(request, path.replace(/\?.*/, ''), SECRET);
  if ('request' in checked)
    return { type: checked.request.headers.get('content-type'), body: (await checked.request.text()).slice(0, 60) };
  return { status: checked.refusal.status, message: ((await checked.refusal.json()) as { message: string }).message };
}

const json = (apikey: string) => ({ apikey, 'content-type': 'application/json' });

it('several rows are refused before they cost any time, unless they are the team’s', async () => {
  const rows = `[${'{"id":1},'.repeat(100_000)}{"id":1}]`;
  const refusal = { status: 400, message: 'Only one request can be sent at a time.' };
  for (const path of [TABLE, '/rest/v1/rpc/desk_list'])
    expect(await check('POST', path, rows, json('sb_publishable_test')), path).toEqual(refusal);
  expect(await check('POST', TABLE, '[{"id":1},{"id":2}]', json(SECRET))).toMatchObject({
    body: '[{"id":"1"},{"id":"2"}]',
  });
  expect(await check('POST', TABLE, '[{"id":1}]', json('sb_publishable_test'))).toMatchObject({ body: '[{"id":"1"}]' });
});

it('nothing is read of a request without a key', async () => {
  const body = `[${'1,'.repeat(500_000)}1]`;
  const { user } = process.cpuUsage();
  expect(await check('POST', TABLE, body, { 'content-type': 'text/plain' })).toEqual({
    status: 401,
    message: 'Send a key in the header apikey.',
  });
  // Microseconds. It took a second or two.
  expect(process.cpuUsage().user - user).toBeLessThan(300_000);
});

it('at most 1,000 files can be removed at once, and none without a key', async () => {
  const remove = (count: number, headers: Record<string, string>) =>
    check('DELETE', FILES, JSON.stringify({ prefixes: Array<string>(count).fill('x') }), headers);
  expect(await remove(1001, json(SECRET))).toEqual({
    status: 400,
    message: 'At most 1000 files can be removed at once.',
  });
  expect(await remove(1000, json(SECRET))).toMatchObject({ type: 'application/json' });
  expect(await remove(1, { 'content-type': 'application/json' })).toEqual({
    status: 401,
    message: 'Send a key in the header apikey.',
  });
});

it.each([
  ['text', '"a\\u0000b"'],
  ['numbers', '1.0'],
])('%s in a body that is nested too deeply is refused instead of altered', async (_what, value) => {
  const body = `{"message":${value},"x":${'[1,'.repeat(100_000)}1${']'.repeat(100_000)}}`;
  expect(await check('POST', `${TABLE}?columns=message`, body, json('sb_publishable_test'))).toEqual({
    status: 400,
    message: 'The body is nested too deeply.',
  });
});

it.each([
  ['an empty type', { 'content-type': '' }],
  ['no type', {}],
])('a body with %s is read as JSON', async (_what, headers) => {
  expect(await check('POST', `${TABLE}?apikey=sb_publishable_test`, '{"message":1.0}', headers)).toEqual({
    type: 'application/json',
    body: '{"message":"1.0"}',
  });
  expect(await check('POST', `${TABLE}?apikey=sb_publishable_test`, '{"message":"a\\u0000b"}', headers)).toMatchObject({
    status: 400,
  });
});

it.each([
  ['CSV', TABLE, 'name\nAda\n', { ...json('sb_publishable_test'), 'content-type': 'text/csv' }],
  [
    'CSV with the key in the address',
    `${TABLE}?apikey=sb_publishable_test`,
    'name\nAda\n',
    { 'content-type': 'text/csv' },
  ],
  ['a byte order mark', TABLE, '\uFEFF{"message":1.0}', json('sb_publishable_test')],
  ['a related type', FILES, '{"prefixes":[]}', { ...json(SECRET), 'content-type': 'application/ld+json' }],
])('%s is refused, since nothing here would check it', async (_what, path, body, headers) => {
  expect(await check(path === FILES ? 'DELETE' : 'POST', path, body, headers)).toEqual({
    status: 415,
    message: 'Send JSON, without a byte order mark.',
  });
});

it('a function gets its body as it is', async () => {
  expect(await check('POST', '/functions/v1/request-notification', 'a=b', { 'content-type': 'text/plain' })).toEqual({
    type: 'text/plain',
    body: 'a=b',
  });
});
