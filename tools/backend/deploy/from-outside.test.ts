import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkAnswers, checkPublicKey } from './from-outside.ts';

const undo: (() => unknown)[] = [];
afterEach(() => undo.splice(0).forEach((step) => step()));

/** The findings for a project that refuses to show requests, and answers this when asked for the settings of accounts. */
async function withSettings(status: number, settings: unknown) {
  const server = createServer((request, response) => {
    const [code, body] = request.url?.startsWith('/rest/') ? [401, { code: '42501' }] : [status, settings];
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  undo.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return checkPublicKey(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'sb_publishable_key');
}

it('functions that were deployed with other words than those of content/ are named', async () => {
  const words: Record<string, string | undefined> = { a: 'now', b: 'before', c: undefined };
  const server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    response
      .writeHead(405, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code: 'method' }, words: words[name] }));
  });
  undo.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await checkAnswers(url, ['a'], 'now')).toEqual([]);
  expect(await checkAnswers(url, ['c', 'a', 'b'], 'now')).toEqual([
    { wrong: 'Deployed with other words than those in content/: b, c.', fix: 'npm run backend -- functions' },
  ]);
});

describe('sign-ups', () => {
  it('are fine only where they are known to be off', async () => {
    expect(await withSettings(200, { disable_signup: true })).toEqual([]);
    expect(await withSettings(200, { disable_signup: false })).toEqual([
      expect.objectContaining({ wrong: expect.stringContaining('Anyone can create an account') as string }),
    ]);
  });

  it.each([
    [401, { message: 'Invalid API key' }],
    [403, null],
    [429, { message: 'Too many requests' }],
    [500, undefined],
    [200, { disable_signup: 'false' }],
  ])('that could not be read are not taken for off: status %i, %j', async (status, settings) => {
    expect(await withSettings(status, settings)).toEqual([
      {
        wrong: `Whether anyone can create an account could not be read (status ${status}).`,
        fix: expect.stringContaining('Allow new users to sign up') as string,
      },
    ]);
  });
});
