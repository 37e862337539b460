import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { hasSecret, PROOF_PATH, proofOf } from './proof.ts';

const KEY = 'sb_secret_0123456789';
const undo: (() => unknown)[] = [];
afterEach(() => undo.splice(0).forEach((step) => step()));

/** A program at a port. Returns its address, and what it was sent. */
async function program(answer: (apiUrl: string, nonce: string) => string) {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    sent.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end(answer(url, (request.url ?? '').slice(PROOF_PATH.length)));
  });
  undo.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, sent };
}

it('a program shows that it has the secret key without being told it', async () => {
  const { url, sent } = await program((apiUrl, nonce) => proofOf(KEY, apiUrl, nonce));
  expect(await hasSecret(url, KEY)).toBe(true);
  expect(sent).toHaveLength(1);
  expect(sent.join()).not.toContain(KEY);
});

it.each<[string, (apiUrl: string, nonce: string) => string]>([
  ['does not have it', (apiUrl, nonce) => proofOf('sb_secret_another', apiUrl, nonce)],
  ['asks the real one at its own address', (_apiUrl, nonce) => proofOf(KEY, 'http://127.0.0.1:54441', nonce)],
  ['repeats an earlier answer', (apiUrl) => proofOf(KEY, apiUrl, 'earlier')],
  ['answers nothing', () => ''],
])('a program that %s is found out', async (_what, answer) => {
  const { url } = await program(answer);
  expect(await hasSecret(url, KEY)).toBe(false);
});

it('nobody is there', async () => {
  const { url } = await program(() => '');
  undo.splice(0).forEach((step) => step());
  expect(await hasSecret(url, KEY)).toBe(false);
});
