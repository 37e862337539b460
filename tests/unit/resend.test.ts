import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSend, type Mail } from '../../functions/_shared/mail.ts';

let server: Server;
let answer = 200;
let refusesReplyTo = false;
let says = '{"statusCode":403,"message":"The domain typed.example is blocked","name":"validation_error"}';
const keys: unknown[] = [];
let received: { url: string | undefined; headers: IncomingHttpHeaders; body: Record<string, unknown> } | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received = { url: request.url, headers: request.headers, body: JSON.parse(body) as Record<string, unknown> };
      keys.push(request.headers['idempotency-key']);
      const status = refusesReplyTo && 'reply_to' in received.body ? 422 : answer;
      response.writeHead(status, { 'content-type': 'application/json' }).end(says);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => server.close());

const send = (mail: Pick<Mail, 'id' | 'subject' | 'calendar'>) =>
  makeSend({
    from: 'Company <hello@example.com>',
    resendKey: 're_key',
    resendUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // The key wins: hosted functions can't reach an SMTP port.
    smtpUrl: 'smtp://127.0.0.1:1',
  })({ ...mail, to: 'team@example.com', replyTo: 'visitor@example.com', text: 'Text', html: '<p>Text</p>' });

it('goes to Resend in the form of its API, with a key that prevents sending it twice', async () => {
  answer = 200;
  await send({ id: 'abc.team', subject: 'Hello\r\nBcc: x@example.com' });
  expect(received?.url).toBe('/emails');
  expect(received?.headers).toMatchObject({ authorization: 'Bearer re_key', 'idempotency-key': 'abc.team' });
  expect(received?.body).toEqual({
    from: 'Company <hello@example.com>',
    to: ['team@example.com'],
    reply_to: 'visitor@example.com',
    subject: 'Hello Bcc: x@example.com',
    text: 'Text',
    html: '<p>Text</p>',
    headers: {
      'Message-ID': '<abc.team@example.com>',
      // A program wrote it: no absent receiver's program answers.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  });
});

it('an appointment is attached, with its method in its type', async () => {
  answer = 200;
  const file = 'BEGIN:VCALENDAR\r\nX:Zoë\r\nEND:VCALENDAR\r\n';
  await send({ id: 'abc.answer', subject: 'Hello', calendar: { method: 'CANCEL', file } });
  expect(received?.body['attachments']).toEqual([
    {
      filename: 'appointment.ics',
      content: Buffer.from(file).toString('base64'),
      content_type: 'text/calendar; charset=utf-8; method=CANCEL',
    },
  ]);
  expect(received?.body).not.toHaveProperty('calendar');
});

it('fails with the name of Resend’s refusal, without the message: it may repeat what was typed', async () => {
  answer = 403;
  await expect(send({ id: 'abc', subject: 'Hello' })).rejects.toThrow(/^Resend answered 403: validation_error$/);
});

it('drops Reply-To when Resend rejects the address, so that the team is still notified', async () => {
  answer = 200;
  refusesReplyTo = true;
  keys.length = 0;
  await send({ id: 'abc.team', subject: 'Hello' });
  refusesReplyTo = false;
  expect(keys).toEqual(['abc.team', 'abc.team.plain']);
  expect(received?.body).not.toHaveProperty('reply_to');
});

it('counts as sent when Resend has accepted it before, even with a newly signed link', async () => {
  answer = 409;
  says = '{"statusCode":409,"name":"invalid_idempotent_request"}';
  await expect(send({ id: 'abc.team', subject: 'Hello' })).resolves.toBeUndefined();
  // While the first attempt is in progress, the outcome is unknown.
  says = '{"statusCode":409,"name":"concurrent_idempotent_requests"}';
  await expect(send({ id: 'abc.team', subject: 'Hello' })).rejects.toThrow('Resend answered 409');
});
