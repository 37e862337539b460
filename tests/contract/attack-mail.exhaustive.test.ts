import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse, type HTMLElement } from 'node-html-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeSend } from '../../functions/_shared/mail.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { askToNotify, deliverReport, formsWith, reportWith } from '../setup/attacked-forms.ts';
import { functionParts } from '../setup/function-parts.ts';
import { mails, startStack, type Mail, type Stack } from '../setup/stack.ts';

const ATTACKS = {
  'another header': 'Eve\r\nBcc: victim@evil.example\r\nX-Evil: yes',
  'another header, with any character that ends a line':
    'Eve\nBcc: a@evil.example\rCc: b@evil.example\u2028To: c@evil.example\x85X-Evil: yes',
  'an encoded word': '=?utf-8?q?E=0AX?= <victim@evil.example>, other@evil.example',
  'the end of the mail, and another mail':
    'Eve\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nRCPT TO:<victim@evil.example>\r\nDATA\r\nSubject: evil\r\n\n.\n\r.\rQUIT',
  'a MIME part': 'Eve\r\n\r\n--_000_boundary\r\nContent-Type: text/html\r\n\r\n<h1>evil</h1>',
  HTML: '</title></p></td><script>alert(1)</script><img src="https://evil.example/x" onerror="alert(1)"><a href="https://evil.example">x</a><style>*{}</style><form action="https://evil.example"><!--',
  'an attribute': '" onmouseover="alert(1)" style="position:fixed" x=\'y\' <b',
} as const;
/** Harmless text for the same fields. */
const HARMLESS = 'Eve has nothing to hide';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Sends every form with a text in every field, and a call report. Returns the mails, and the addresses and ids. */
async function sendAll(text: string) {
  const before = new Set((await mails(stack.backend.mailboxUrl)).map(({ id }) => id));
  const forms = formsWith(text);
  for (const { table, row } of forms) {
    expect((await stack.visitor().from(table).insert(row)).error, table).toBeNull();
    if (table === 'internship_applications')
      await stack.database`update public.internship_applications set created_at = now() - interval '2 hours' where id = ${String(row['id'])}`;
    if (table !== 'notification_requests' && table !== 'voice_leads')
      expect((await askToNotify(stack, table, row['id'])).status, table).toBe(200);
  }
  const leadId = forms.find(({ table }) => table === 'voice_leads')?.row['id'];
  expect((await deliverReport(stack, reportWith(text, leadId))).status).toBe(200);
  const came = (await mails(stack.backend.mailboxUrl)).filter(({ id }) => !before.has(id));
  return {
    came,
    addresses: forms.map(({ row }) => String(row['email'])),
    ids: forms.map(({ row }) => String(row['id'])),
  };
}

const source = async ({ id }: Mail) => (await fetch(`${stack.backend.mailboxUrl}/${id}.eml`)).text();
/** The names of a message's own headers, in order. */
const headerNames = (message: string) =>
  (message.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':')[0]);

/** Every element of a page with its attribute names. Injected markup would add to them. */
const elements = (page: string): string[] =>
  parse(page)
    .querySelectorAll('*')
    .map((element: HTMLElement) => `${element.tagName} ${Object.keys(element.attributes).sort().join(' ')}`);
const hrefs = (page: string) => parse(page).querySelectorAll('[href], [src], [action]').length;

describe('in every field of every form', () => {
  let harmless: Awaited<ReturnType<typeof sendAll>>;
  beforeAll(async () => {
    harmless = await sendAll(HARMLESS);
    // Three requests and a call, each mailed to the team and acknowledged.
    expect(harmless.came).toHaveLength(8);
  });

  it('a text goes only to the team: mails to the address that was entered repeat none of it', () => {
    const toVisitors = harmless.came.filter(({ to }) => harmless.addresses.includes(to[0]?.address ?? ''));
    // Except for the summary of the call, from which links are removed.
    expect(toVisitors.filter(({ text, html, subject }) => `${text}${html}${subject}`.includes(HARMLESS))).toHaveLength(
      1,
    );
    expect(toVisitors).toHaveLength(4);
  });

  const addsNothing = (_what: string, text: string) => {
    let came: Mail[];
    let addresses: string[];
    let ids: string[];
    beforeAll(async () => {
      ({ came, addresses, ids } = await sendAll(text));
    });

    it('adds nothing to a mail', async () => {
      expect(came).toHaveLength(harmless.came.length);
      const { email } = readSite();
      for (const [index, mail] of came.entries()) {
        const example = harmless.came[index];
        if (!example) throw new Error('no such mail');
        expect(headerNames(await source(mail))).toEqual(headerNames(await source(example)));
        expect(mail.to).toHaveLength(1);
        expect([email, ...addresses]).toContain(mail.to[0]?.address);
        for (const { address } of mail.replyTo ?? []) expect([email, ...addresses]).toContain(address);
        expect(mail.subject).not.toMatch(/\p{Cc}/u);
        expect(elements(mail.html)).toEqual(elements(example.html));
        expect(hrefs(mail.html)).toBe(hrefs(example.html));
      }
    });

    it('adds nothing to the pages of the mailbox, and is stored unchanged', async () => {
      const { mailboxUrl } = stack.backend;
      for (const { id } of came) {
        const page = await (await fetch(`${mailboxUrl}/${id}`)).text();
        expect(
          parse(page).querySelectorAll('script, img, form, a[href^="http"]:not([href^="http://localhost"])'),
        ).toEqual([]);
        const html = await fetch(`${mailboxUrl}/${id}/html`);
        expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      }
      const stored =
        await stack.database`select message from public.contact_submissions where id in ${stack.database(ids)}`;
      expect(stored).toEqual([{ message: text }]);
    });
  };
  describe.each(Object.entries(ATTACKS))('%s', addsNothing);

  const addsNothingToResend = async (_what: string, text: string) => {
    const given: { headers: Record<string, string>; body: Record<string, unknown> }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        given.push({
          headers: request.headers as Record<string, string>,
          body: JSON.parse(body) as Record<string, unknown>,
        });
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    undo.push(() => server.close());
    const resendUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const from = 'Site <site@example.com>';
    const parts = functionParts(stack, { send: makeSend({ from, resendKey: 'key', resendUrl }) });
    const forms = formsWith(text).filter(({ table }) => /contact|booking/.test(table));
    for (const { table, row } of forms) {
      await stack.visitor().from(table).insert(row);
      await parts.notify(table as 'contact_submissions', String(row['id']));
    }
    expect(given).toHaveLength(4);
    for (const { headers, body } of given) {
      expect(
        Object.keys(body)
          .filter((key) => key !== 'reply_to')
          .sort(),
      ).toEqual(['from', 'headers', 'html', 'subject', 'text', 'to']);
      expect(body['from']).toBe(from);
      expect(body['to']).toHaveLength(1);
      expect(body['subject']).not.toMatch(/\p{Cc}/u);
      expect(Object.keys(body['headers'] as object)).toEqual([
        'Auto-Submitted',
        'X-Auto-Response-Suppress',
        'Message-ID',
      ]);
      expect(headers['idempotency-key']).toMatch(/^[a-z_]+\.[0-9a-f-]{36}\.(team|acknowledgement)$/);
    }
  };
  it.each(Object.entries(ATTACKS))('%s adds nothing to the request to Resend', addsNothingToResend);
});
