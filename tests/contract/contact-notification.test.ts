import { randomUUID } from 'node:crypto';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSend, type Mail as SentMail } from '../../functions/_shared/mail.ts';
import { makeHandler } from '../../functions/contact-notification/handler.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { functionParts } from '../setup/function-parts.ts';
import { contactNotificationOf, mails, startStack, submission, type Stack } from '../setup/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function call(body: unknown, init: RequestInit = {}) {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/contact-notification`, {
    method: 'POST',
    headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as unknown };
}

async function store(changes: Record<string, unknown> = {}) {
  const row = submission(changes);
  const { error } = await stack.visitor().from('contact_submissions').insert(row);
  expect(error).toBeNull();
  return row;
}

const mailsOf = async (row: Record<string, unknown>) =>
  (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) => messageId.includes(String(row['id'])));

const times = async (row: Record<string, unknown>) => {
  const [found] = await stack.database<
    { notified_at: Date | null; claimed_at: Date | null; acknowledged_at: Date | null }[]
  >`select notified_at, claimed_at, acknowledged_at from public.contact_submissions where id = ${String(row['id'])}`;
  return found;
};

describe('a stored request', () => {
  it('is mailed to the team as it is stored, with replies going to the visitor, and acknowledged', async () => {
    const row = await store({
      name: 'Zoë <b>',
      subject: 'Acme & Sons',
      page: '/flow',
      utm_source: 'news',
      referrer_host: 'search.example',
    });
    expect(await call(contactNotificationOf(row, { name: 'Somebody else', message: 'Other words' }))).toMatchObject({
      status: 200,
      body: { state: 'notified' },
    });

    const [acknowledgement, team] = await mailsOf(row);
    expect(team).toMatchObject({
      to: [{ address: readSite().email }],
      replyTo: [{ address: row['email'] }],
      subject: 'New request from Zoë <b>: Acme & Sons',
    });
    for (const part of [String(row['message']), '/flow', 'news', 'search.example', String(row['email'])])
      expect(team?.text).toContain(part);
    expect(team?.html).toContain('Zoë &lt;b&gt;');
    expect(team?.text).not.toMatch(/Somebody else|Other words/);

    expect(acknowledgement).toMatchObject({
      to: [{ address: row['email'] }],
      replyTo: [{ address: readSite().email }],
      subject: 'We have your request',
    });
    expect(acknowledgement?.text).toContain('24 hours');
    expect(JSON.stringify(acknowledgement)).not.toMatch(/Zoë|Acme|Hello <b>/);

    const marks = await times(row);
    expect(marks?.notified_at).toBeInstanceOf(Date);
    expect(marks?.acknowledged_at).toBeInstanceOf(Date);
    expect(marks?.claimed_at).toBeNull();
  });

  it('is mailed once when the function is called twice, and once when it is called ten times at once', async () => {
    const row = await store();
    await call(contactNotificationOf(row));
    expect(await call(contactNotificationOf(row))).toMatchObject({ status: 200, body: { state: 'notified' } });
    expect(await mailsOf(row)).toHaveLength(2);

    const other = await store();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(contactNotificationOf(other))));
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
    expect(await mailsOf(other)).toHaveLength(2);
  });

  it('is acknowledged at most once per mailbox and hour', async () => {
    const email = `often.${randomUUID()}@example.com`;
    const rows = [await store({ email }), await store({ email: email.toUpperCase().replace('@', '+Tag@') })];
    await Promise.all(rows.map((row) => call(contactNotificationOf(row))));
    const sent = (await Promise.all(rows.map(mailsOf))).flat();
    expect(sent.filter(({ messageId }) => messageId.includes('.team@'))).toHaveLength(2);
    expect(sent.filter(({ messageId }) => messageId.includes('.acknowledgement@'))).toHaveLength(1);

    await stack.database`update public.contact_submissions set acknowledged_at = acknowledged_at - interval '61 minutes' where lower(email) like 'often.%'`;
    const later = await store({ email });
    await call(contactNotificationOf(later));
    expect(await mailsOf(later)).toHaveLength(2);
  });

  it('is not acknowledged beyond a limit for all mailboxes together, but the team is mailed', async () => {
    await stack.database`update private.settings set acknowledgements_in_all = private.acknowledgements() + 1`;
    try {
      const [within, beyond] = [await store(), await store()];
      for (const row of [within, beyond]) await call(contactNotificationOf(row));
      const kinds = async (row: typeof within) =>
        (await mailsOf(row)).map(({ messageId }) => /[.](\w+)@/.exec(messageId)?.[1]).sort();
      expect(await kinds(within)).toEqual(['acknowledgement', 'team']);
      expect(await kinds(beyond)).toEqual(['team']);
    } finally {
      await stack.database`update private.settings set acknowledgements_in_all = 200`;
    }
  });

  it(
    'brings the team at most 20 mails from one network, and the mailboxes that it names one each',
    { tags: ['exhaustive'] },
    async () => {
      const name = randomUUID().slice(0, 8);
      const stored = [];
      for (let time = 0; time < 26; time++) {
        const row = submission({
          email: time % 2 ? `victim+${time}@${name}.example` : `v.ic${'.'.repeat(time % 3)}tim${name}@gmail.com`,
        });
        const { status } = await stack.visitor('203.0.113.80').from('contact_submissions').insert(row);
        if (status === 201) stored.push(row);
        await call(contactNotificationOf(row));
      }
      const sent = (await Promise.all(stored.map(mailsOf))).flat();
      expect(sent.filter(({ messageId }) => messageId.includes('.team@'))).toHaveLength(20);
      expect(sent.filter(({ messageId }) => messageId.includes('.acknowledgement@'))).toHaveLength(2);
    },
  );

  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['a..da@GoogleMail.com', 'ada@gmail.com'],
    ['a.d-a_b@proton.me', 'adab@proton.me'],
    ['+ada@example.com', '+ada@example.com'],
  ])('%s leads to the mailbox %s', async (address, mailbox) => {
    expect(await stack.database`select private.mailbox(${address})`).toEqual([{ mailbox }]);
  });

  it('cannot inject lines into the headers of the mail', async () => {
    const row = await store({ name: 'Eve\r\nBcc: victim@example.com' });
    await call(contactNotificationOf(row, { name: 'Eve' }));
    const team = (await mailsOf(row)).find(({ messageId }) => messageId.includes('.team@'));
    expect(team?.subject).toBe('New request from Eve Bcc: victim@example.com: Demo Request');
    const source = await (await fetch(`${stack.backend.mailboxUrl}/${team?.id ?? ''}.eml`)).text();
    expect(source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  });
});

describe('bad input', () => {
  it.each([
    ['an unknown id', { id: randomUUID() }, 404, 'id'],
    ['no id', { id: undefined }, 400, 'id'],
    ['an invalid id', { id: '1 or 1=1' }, 400, 'id'],
    ['a blank name', { name: ' ' }, 400, 'name'],
    ['an invalid address', { email: 'nobody' }, 400, 'email'],
    ['a number as a phone', { phone: 5 }, 400, 'phone'],
    ['too long a message', { message: 'x'.repeat(5001) }, 400, 'message'],
    ['NUL in the company', { company: '\0' }, 400, 'company'],
    ['an invalid timestamp', { timestamp: 'yesterday' }, 400, 'timestamp'],
  ])('%s is rejected with the name of the field', async (_what, changes, status, field) => {
    expect(await call(contactNotificationOf(submission(), changes))).toMatchObject({
      status,
      body: { error: { field } },
    });
  });

  it('is rejected when it is not JSON, too large, not a POST, or without the key', async () => {
    expect(await call('{')).toMatchObject({ status: 400, body: { error: { code: 'not-json' } } });
    expect(await call('x'.repeat(65 * 1024))).toMatchObject({ status: 413, body: { error: { code: 'too-large' } } });
    expect(await call('', { method: 'PUT' })).toMatchObject({ status: 405 });
    expect(await call(contactNotificationOf(submission()), { headers: {} })).toMatchObject({
      status: 401,
      body: { error: { code: 'key' } },
    });
    expect(await call(contactNotificationOf(submission()), { headers: { apikey: 'wrong' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('CORS', () => {
  it('allows any site, with the headers that supabase-js sends', async () => {
    const { status, headers } = await call('', {
      method: 'OPTIONS',
      body: null,
      headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    for (const name of ['apikey', 'authorization', 'content-type', 'x-client-info'])
      expect(headers.get('access-control-allow-headers')).toContain(name);
  });

  it('allows only the configured sites, if there are any', async () => {
    const handler = makeHandler(functionParts(stack, {}, { ALLOWED_ORIGINS: 'https://site.example' }));
    const ask = async (origin: string) =>
      (await handler(new Request('http://function.example/', { method: 'OPTIONS', headers: { origin } }))).headers.get(
        'access-control-allow-origin',
      );
    expect(await ask('https://site.example')).toBe('https://site.example');
    expect(await ask('https://other.example')).toBeNull();
  });
});

describe('when mail cannot be sent', () => {
  const logged: string[] = [];
  /** The real handler on the real database, with a mail provider of the test's choice. */
  const handlerWith = (send: (mail: SentMail) => Promise<void>) => {
    const handler = makeHandler(functionParts(stack, { send, log: (line) => logged.push(line) }));
    return (row: Record<string, unknown>) =>
      handler(
        new Request('http://function.example/', {
          method: 'POST',
          headers: { apikey: 'key' },
          body: JSON.stringify(contactNotificationOf(row)),
        }),
      );
  };

  it('the request stays unnotified, and the next call sends it', async () => {
    const port = await getPort();
    const row = await store();
    const down = handlerWith(makeSend({ from: 'site@example.com', smtpUrl: `smtp://127.0.0.1:${port}` }));
    expect((await down(row)).status).toBe(502);
    expect(await times(row)).toEqual({ notified_at: null, claimed_at: null, acknowledged_at: null });
    expect(logged.join()).not.toContain(String(row['email']));

    expect(await call(contactNotificationOf(row))).toMatchObject({ status: 200 });
    expect(await mailsOf(row)).toHaveLength(2);
  });

  it('a refused acknowledgement does not undo the mail to the team', async () => {
    const row = await store();
    const sent: string[] = [];
    const handler = handlerWith(({ id }) => {
      sent.push(id);
      return id.endsWith('.acknowledgement')
        ? Promise.reject(new Error(`550 <${String(row['email'])}>: no such mailbox`))
        : Promise.resolve();
    });
    expect((await handler(row)).status).toBe(200);
    expect(sent).toEqual(['team', 'acknowledgement'].map((kind) => `contact_submissions.${String(row['id'])}.${kind}`));
    expect((await times(row))?.notified_at).toBeInstanceOf(Date);
    expect(logged.at(-1)).toContain('550 <(address)>: no such mailbox');
    expect(logged.join()).not.toContain(String(row['email']));
  });

  it('a run that died after its claim is taken over once the claim has expired', async () => {
    const row = await store();
    const { requests } = functionParts(stack);
    expect(await requests.claim('contact_submissions', String(row['id']))).toMatchObject({
      state: 'yours',
      acknowledge: true,
    });
    expect(await call(contactNotificationOf(row))).toMatchObject({ status: 202, body: { state: 'claimed' } });
    await stack.database`update public.contact_submissions set claimed_at = claimed_at - interval '3 minutes' where id = ${String(row['id'])}`;
    expect(await call(contactNotificationOf(row))).toMatchObject({ status: 200 });
    expect((await mailsOf(row)).map(({ messageId }) => messageId)).toEqual([
      expect.stringContaining(`${String(row['id'])}.team@`),
    ]);
  });
});
