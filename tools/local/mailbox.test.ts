import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/setup/stack.ts';
import { openMailbox, type Mailbox } from './mail/mailbox.ts';

let folder: string;
let port: number;
let mailbox: Mailbox;
beforeAll(async () => {
  folder = temporaryFolder();
  port = await getPort();
  mailbox = await openMailbox(folder, port);
});
afterAll(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

const send = (text: string) =>
  createTransport({ host: '127.0.0.1', port }).sendMail({
    from: 'a@site.example',
    to: 'b@site.example',
    subject: 'Ours',
    text,
  });
const nested = (levels: number) =>
  Array.from(
    { length: levels },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  ).join('');

it('a mail that can’t be parsed is listed as such, and hides no other', async () => {
  await send('Hello');
  const ids = [1, 2].map((digit) => `999999999999${digit}-00000000-0000-0000-0000-000000000000`);
  const sources = [nested(400), `X: ${'x'.repeat(3_000_000)}\r\n\r\n`];
  ids.forEach((id, index) => writeFileSync(join(folder, `${id}.eml`), sources[index] ?? ''));
  expect((await mailbox.list()).map(({ mail }) => mail.subject)).toEqual(['(unreadable)', '(unreadable)', 'Ours']);
  const found = await mailbox.find(ids[0] ?? '');
  expect(found?.source.toString()).toBe(sources[0]);
  expect(found?.mail.subject).toBe('(unreadable)');
});

it('a mail with very many parts, or mails within it, is listed without parsing them', async () => {
  const within = 'Content-Type: message/rfc822\r\n\r\nSubject: Within\r\n\r\nHi\r\n';
  const sources = [
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${within}`.repeat(2000)}--b--\r\n`,
    `Subject: Around\r\n${within}`,
  ];
  const ids = [7, 8].map((digit) => `999999999999${digit}-00000000-0000-0000-0000-000000000000`);
  ids.forEach((id, index) => writeFileSync(join(folder, `${id}.eml`), sources[index] ?? ''));
  expect((await mailbox.find(ids[0] ?? ''))?.mail).toMatchObject({ subject: '(unreadable)', attachments: [] });
  expect((await mailbox.find(ids[1] ?? ''))?.mail).toMatchObject({ subject: 'Around', attachments: [{}] });
  expect((await mailbox.find(ids[1] ?? ''))?.mail.text).toBeUndefined();
  for (const id of ids) rmSync(join(folder, `${id}.eml`));
});

it('lists the newest mails, as many as fit into 8 MB', async () => {
  const text = `Subject: Large\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(2600)}`;
  for (const digit of [3, 4, 5, 6])
    writeFileSync(join(folder, `999999999999${digit}-00000000-0000-0000-0000-000000000000.eml`), text);
  expect((await mailbox.list()).map(({ mail }) => mail.subject)).toEqual(['Large', 'Large', 'Large']);
});

it('reads the mails once for all who ask at the same time, and again for those who ask later', async () => {
  const [first, second] = await Promise.all([mailbox.list(), mailbox.list()]);
  expect(second).toBe(first);
  expect(await mailbox.list()).not.toBe(first);
});

it('a mail of more than 4 MB is refused', async () => {
  await expect(send('x '.repeat(2_200_000))).rejects.toThrow('552 A message may have at most 4194304 bytes.');
});
