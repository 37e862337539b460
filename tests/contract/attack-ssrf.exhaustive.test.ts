import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSend } from '../../functions/_shared/mail.ts';
import { makeHandler as makeCallReport } from '../../functions/call-report/handler.ts';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { SOCKET } from '../../tools/local/postgres/cluster.ts';
import { askToNotify, deliverReport, formsWith, reportWith } from '../setup/attacked-forms.ts';
import { functionParts } from '../setup/function-parts.ts';
import { openMailServer, type MailServer } from '../setup/mail-server.ts';
import { mails, startStack, submission, type Stack } from '../setup/stack.ts';

const SECRET = 'nobody may read this';

let stack: Stack;
let inside: Server;
let mailServer: MailServer;
let hits: string[];
let folder: string;
/** Addresses that a server can reach and a visitor cannot. */
let addresses: string[];
beforeAll(async () => {
  stack = await startStack();
  mailServer = await openMailServer();
  hits = [];
  inside = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end(SECRET);
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'site-ssrf-'));
  const file = join(folder, 'secret.txt');
  writeFileSync(file, SECRET);
  const { port } = inside.address() as AddressInfo;
  addresses = [
    `http://127.0.0.1:${port}/a.pdf`,
    `http://localhost:${port}/b`,
    `https://127.0.0.1:${port}/c`,
    `http://2130706433:${port}/d`,
    'http://169.254.169.254/latest/meta-data/',
    `file://${file}`,
    `data:text/html,${SECRET}`,
    `<img src="http://127.0.0.1:${port}/e"> ![x](http://127.0.0.1:${port}/f) url(http://127.0.0.1:${port}/g)`,
    JSON.stringify({ path: file, href: `http://127.0.0.1:${port}/h` }),
  ];
});
afterAll(async () => {
  inside.close();
  rmSync(folder, { recursive: true, force: true });
  await mailServer.stop();
  await stack.stop();
});

const expectNothingRead = (sent: unknown) => {
  expect(hits).toEqual([]);
  expect(JSON.stringify(sent).replaceAll(`data:text/html,${SECRET}`, '')).not.toContain(SECRET);
};

describe('an address in a request or a report', () => {
  it('is fetched by no function, and by no page of the mailbox', async () => {
    const send = async (address: string) => {
      const forms = formsWith(address);
      for (const { table, row } of forms) {
        expect((await stack.visitor().from(table).insert(row)).error, table).toBeNull();
        if (/contact|booking/.test(table)) expect((await askToNotify(stack, table, row['id'])).status).toBe(200);
      }
      const leadId = forms.find(({ table }) => table === 'voice_leads')?.row['id'];
      expect((await deliverReport(stack, reportWith(address, leadId))).status).toBe(200);
    };
    await Promise.all(addresses.map(send));
    const { mailboxUrl } = stack.backend;
    expect((await fetch(mailboxUrl)).status).toBe(200);
    const sent = await mails(mailboxUrl);
    for (const { id } of sent) await (await fetch(`${mailboxUrl}/${id}`)).text();
    expect(sent.length).toBeGreaterThan(30);
    expectNothingRead(sent);
  });

  it('is never connected to: functions reach only the database’s API and the mail server', async () => {
    const reached: string[] = [];
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const parts = functionParts(
      stack,
      { send: makeSend({ from: 'Site <site@example.com>', smtpUrl: mailServer.url }) },
      { CALL_REPORT_SECRET: 'secret' },
    );
    for (const address of addresses) {
      for (const { table, row } of formsWith(address)) await stack.visitor().from(table).insert(row);
      await makeCallReport(parts)(
        new Request('https://functions.example/x', {
          method: 'POST',
          headers: { authorization: 'Bearer secret' },
          body: JSON.stringify(reportWith(address)),
        }),
      );
    }
    await stack.database`update public.contact_submissions set created_at = now() - interval '5 minutes'`;
    expect((await sweep(parts)).notified).toBeGreaterThan(0);
    for (const [target] of connect.mock.calls as unknown as [unknown][]) {
      const options = (Array.isArray(target) ? target[0] : target) as number | { port?: number };
      reached.push(String(typeof options === 'object' ? options.port : options));
    }
    connect.mockRestore();
    const ours = [
      ...[stack.backend.apiUrl, mailServer.url].map((url) => new URL(url).port),
      join(stack.backend.data, SOCKET),
    ];
    expect([...new Set(reached)].filter((port) => !ours.includes(port))).toEqual([]);
    expect(reached).toContain(ours[1]);
    expectNothingRead(mailServer.accepted);
  });

  it('never becomes an attachment of a mail, whatever is sent as the text of a column', async () => {
    const shapes = [
      { path: join(folder, 'secret.txt') },
      { href: addresses[0] },
      [{ path: join(folder, 'secret.txt') }],
      { raw: { path: join(folder, 'secret.txt') } },
    ];
    for (const message of shapes) {
      const row = submission({ message });
      const { error } = await stack.visitor().from('contact_submissions').insert(row);
      // PostgreSQL converts it to text or rejects it.
      if (!error) expect((await askToNotify(stack, 'contact_submissions', row['id'])).status).toBe(200);
      const report = reportWith('x');
      Object.assign(report.message.artifact, { transcript: message });
      Object.assign(report.message.analysis, { summary: message });
      expect((await deliverReport(stack, report)).status).toBe(200);
    }
    expectNothingRead(await mails(stack.backend.mailboxUrl));
  });

  it('is linked as the recording only if it is an https address', async () => {
    for (const address of [
      ...addresses,
      'javascript:alert(1)',
      'https://user:password@evil.example',
      'HTTPS://recordings.example/x?y=<b>',
    ]) {
      const report = reportWith('x');
      report.message.artifact.recordingUrl = address;
      report.message.artifact.recording.mono.combinedUrl = address;
      expect((await deliverReport(stack, report)).status).toBe(200);
      const [call] =
        await stack.database`select recording_url from public.voice_calls where id = ${report.message.call.id}`;
      expect(String(call?.['recording_url'])).toMatch(/^(https:\/\/[^\s"<>]+)?$/);
    }
    expect(hits).toEqual([]);
  });
});
