import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { makeSend } from '../../functions/_shared/mail.ts';
import { openMailServer } from '../setup/mail-server.ts';

it('a refusal of the mail server is passed on without its words, which may repeat what a visitor typed', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume().once('end', () => {
        const why = '5.7.1 Message contains a domain listed in DBL: typed.example';
        done(Object.assign(new Error(why), { responseCode: 554 }));
      });
    },
  });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: `smtp://127.0.0.1:${port}` });
  const mail = { id: 'abc', to: 'team@example.com', subject: 'Hello', text: 'See typed.example', html: '<p>Text</p>' };
  await expect(send(mail)).rejects.toThrow(/^The mail server answered 554 5\.7\.1\.$/);
});

it('why a mail server can’t be reached is passed on', async () => {
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: 'smtp://127.0.0.1:1' });
  const mail = { id: 'abc', to: 'team@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
  await expect(send(mail)).rejects.toThrow('ECONNREFUSED');
});

it('nothing is sent in the clear to another machine, unless the URL says so', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.stop());
  // As the address of another machine is written.
  const url = server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  const mail = { id: 'abc', to: 'team@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
  const send = (smtpUrl: string) => makeSend({ from: 'Site <site@example.com>', smtpUrl })(mail);
  await expect(send(url)).rejects.toThrow(/^The mail server answered 5/);
  expect(server.accepted).toEqual([]);
  await send(`${url}?requireTLS=false`);
  expect(server.accepted).toHaveLength(1);
});

it('an address with an encoded word, which some programs decode to other headers, is in no header', async () => {
  const heads: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = '';
      stream
        .on('data', (part: Buffer) => (text += part.toString()))
        .once('end', () => {
          heads.push(text.split('\r\n\r\n')[0] ?? '');
          done();
        });
    },
  });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: `smtp://127.0.0.1:${port}` });
  const odd = '=?utf-8?q?x=0D=0ABcc=3A_victim=40example.com?=@example.com';
  const mail = { id: 'abc', to: 'team@example.com', subject: 'Hello', text: odd, html: '<p>Text</p>' };
  await send({ ...mail, replyTo: 'ada@example.com' });
  await send({ ...mail, replyTo: odd });
  await expect(send({ ...mail, to: odd })).rejects.toThrow('gets no mail');
  expect(heads).toHaveLength(2);
  expect(heads[0]).toContain('Reply-To: ada@example.com');
  expect(heads[1]).not.toMatch(/reply-to|=\?utf-8/i);
});

it('an appointment is a part that mail programs offer to add, and a file', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.stop());
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: server.url });
  const file = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nX-LONG:Zoë\r\nEND:VCALENDAR\r\n';
  const mail = { id: 'abc', to: 'ada@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
  await send({ ...mail, calendar: { method: 'REQUEST', file } });
  const [got] = server.accepted;
  expect(got?.attachments.map(({ mimeType, method, filename }) => ({ mimeType, method, filename }))).toEqual([
    { mimeType: 'text/calendar', method: 'REQUEST', filename: null },
    { mimeType: 'application/ics', method: undefined, filename: 'appointment.ics' },
  ]);
  for (const { content } of got?.attachments ?? [])
    expect(Buffer.from(content as Uint8Array).toString()).toBe(file.replaceAll('\r\n', '\n'));
  expect([got?.text?.trim(), got?.html?.trim()]).toEqual(['Text', '<p>Text</p>']);
  // And a mail without one has no attachment.
  await send({ ...mail, id: 'def' });
  expect(server.accepted[1]?.attachments).toEqual([]);
});

it('every mail says that a program wrote it, besides its own headers, so that no program answers', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.stop());
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: server.url });
  const mail = { id: 'abc', to: 'ada@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
  await send({ ...mail, headers: { 'List-Unsubscribe': '<https://site.example/leave>' } });
  const headers = Object.fromEntries(server.accepted[0]?.headers.map(({ key, value }) => [key, value]) ?? []);
  expect(headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'All',
    'list-unsubscribe': '<https://site.example/leave>',
  });
});
