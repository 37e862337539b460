import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Mail as SentMail } from '../../functions/_shared/mail.ts';
import { makeHandler, type ResourceAnnouncement } from '../../functions/resource-announcement/handler.ts';
import { passTime } from '../setup/clock.ts';
import { command } from '../setup/command.ts';
import { functionParts } from '../setup/function-parts.ts';
import { mails, notificationRequest, startStack, temporaryFolder, type Mail, type Stack } from '../setup/stack.ts';

const RESOURCE = 'Case Studies & MoU Templates';
const OTHER = 'New Research';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.database`delete from public.notification_requests`;
  await stack.database`delete from private.announcement_log`;
});

interface Person {
  id: string;
  email: string;
  resource_type: string;
  unsubscribe_token: string;
}

/** Puts people on a list, oldest first. */
async function wait(count: number, resource = RESOURCE): Promise<Person[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    ...notificationRequest({ resource_type: resource, name: 'Zoë <b>' }),
    created_at: new Date(Date.now() - (count - n) * 1000),
  }));
  return [
    ...(await stack.database<Person[]>`insert into public.notification_requests ${stack.database(rows)} returning *`),
  ];
}

/** The addresses that still wait, oldest first. */
const waiting = async (resource = RESOURCE) =>
  (
    await stack.database<{ email: string }[]>`
      select email from public.notification_requests
      where resource_type = ${resource} and notified_at is null order by created_at`
  ).map(({ email }) => email);

const mailsTo = async (people: readonly Person[]) =>
  (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) =>
    people.some(({ id }) => messageId.startsWith(`<${id}.available@`)),
  );

const recipients = (sent: readonly Mail[]) => sent.flatMap(({ to }) => to.map(({ address }) => address)).sort();

/** Two minutes later: the claims of a failed run have expired. */
const lapse = () =>
  stack.database`update public.notification_requests set claimed_at = claimed_at - interval '3 minutes'`;

/** Mails everybody who can be mailed, as the command does. Returns how many still wait. */
async function announce(): Promise<number> {
  for (;;) {
    const response = await fetch(`${stack.backend.apiUrl}/functions/v1/resource-announcement`, {
      method: 'POST',
      headers: { apikey: stack.secretKey },
      body: JSON.stringify({ resource_type: RESOURCE, send: true }),
    });
    expect(response.status).toBe(200);
    const { sent, waiting } = (await response.json()) as ResourceAnnouncement;
    if (sent === 0) return waiting;
  }
}

/** The handler on the real database, with a mail provider of the test's choice. */
async function send(provider: (mail: SentMail) => Promise<void>, logged: string[] = []) {
  const handler = makeHandler(functionParts(stack, { send: provider, log: (line) => logged.push(line) }));
  const response = await handler(
    new Request('http://function.example/', {
      method: 'POST',
      headers: { apikey: stack.secretKey },
      body: JSON.stringify({ resource_type: RESOURCE, send: true }),
    }),
  );
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('an announcement', () => {
  it('mails an address once, however often it was entered, and marks all its requests', async () => {
    const [person, other] = await wait(2);
    const again = await wait(2);
    for (const { id } of again)
      await stack.database`update public.notification_requests set email = ${String(person?.email.toUpperCase())}
        where id = ${id}`;

    expect(await announce()).toBe(0);
    const sent = await mailsTo([...again, ...[person, other].filter((one) => one !== undefined)]);
    expect(recipients(sent)).toEqual([person?.email, other?.email].sort());
    expect(await waiting()).toEqual([]);
  });

  it('mails three addresses of one mailbox in an hour, the plain one first; the others wait', async () => {
    const people = await wait(6);
    const plain = 'ada@gmail.com';
    const names = ['a.d.a', 'ada+1', 'ada+2', 'ada', 'ada+3'];
    for (const [n, name] of names.entries())
      await stack.database`update public.notification_requests set email = ${`${name}@gmail.com`}
        where id = ${String(people[n]?.id)}`;

    expect(await announce()).toBe(2);
    const first = [plain, 'a.d.a@gmail.com', 'ada+1@gmail.com', String(people[5]?.email)];
    expect(recipients(await mailsTo(people))).toEqual(first.sort());
    expect(await announce()).toBe(2);
    expect(await mailsTo(people)).toHaveLength(4);

    await stack.database`update public.notification_requests set notified_at = notified_at - interval '61 minutes'`;
    expect(await announce()).toBe(0);
    expect(await mailsTo(people)).toHaveLength(6);
    expect(await waiting()).toEqual([]);
  });

  it('mails nobody twice when it is run twice at once', { tags: ['exhaustive'] }, async () => {
    const people = await wait(30);
    // The one that ends first may see mails that the other still has to send.
    expect(await Promise.all([announce(), announce()])).toContain(0);
    expect(await mailsTo(people)).toHaveLength(30);
    expect(await waiting()).toEqual([]);
  });
});

describe('the command announce', () => {
  it('counts those who wait, and mails nobody', { tags: ['exhaustive'] }, async () => {
    const people = await wait(3);
    await wait(2, OTHER);
    const { code, output } = await command(['announce', RESOURCE], stack.folder);
    expect(code).toBe(0);
    expect(output).toContain(`3 addresses would be mailed about "${RESOURCE}"`);
    expect(output).toContain('--send');
    expect(await mailsTo(people)).toEqual([]);
    expect(await waiting()).toHaveLength(3);
  });

  it('with --send mails each of sixty once, and nobody when it is run again', { tags: ['exhaustive'] }, async () => {
    const people = await wait(60);
    const others = await wait(1, OTHER);
    const first = await command(['announce', RESOURCE, '--send'], stack.folder);
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('60 addresses') as string });
    const sent = await mailsTo(people);
    expect(sent.map(({ to }) => to.map(({ address }) => address)).sort()).toEqual(
      people.map(({ email }) => [email]).sort(),
    );
    expect(await waiting()).toEqual([]);

    const second = await command(['announce', RESOURCE, '--send'], stack.folder);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Nobody is waiting') as string });
    expect(await mailsTo(people)).toHaveLength(60);
    expect(await mailsTo(others)).toEqual([]);
    expect(await waiting(OTHER)).toHaveLength(1);
  });

  it('ends although a mail fails again and again, and says so', { tags: ['exhaustive'] }, async () => {
    const [bad, good] = await wait(2);
    // The mailbox refuses it.
    await stack.database`update public.notification_requests set email = 'a..1@x1.org' where id = ${bad?.id ?? ''}`;
    await stack.database`update private.settings set claim_timeout = '0 seconds'`;
    onTestFinished(() => void stack.database`update private.settings set claim_timeout = '2 minutes'`.execute());
    const { code, output } = await command(['announce', RESOURCE, '--send'], stack.folder);
    expect(code).toBe(1);
    expect(output).toContain('1 address could not be mailed');
    expect(await mailsTo(good ? [good] : [])).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
  });

  it('goes on when thousands wait and thousands were just mailed', { tags: ['exhaustive'] }, async () => {
    await stack.database`
      insert into public.notification_requests (id, name, email, source, fill_ms, resource_type, notified_at)
      select gen_random_uuid(), 'Ada', 'ada' || n || '@site.example', 'test', 5000, ${RESOURCE},
        case when n <= 2000 then now() end
      from generate_series(1, 4000) n`;
    // With its statistics, the planner takes another way.
    await stack.database`analyze public.notification_requests`;
    const claimed = await stack.database.begin(async (sql) => {
      await sql`set local statement_timeout = '8s'`;
      return sql<{ claimed: Person[] }[]>`select public.claim_resource_announcements(${RESOURCE}, 5) as claimed`;
    });
    expect(claimed[0]?.claimed).toHaveLength(5);
  });

  it('names the existing resources when it is given another', { tags: ['exhaustive'] }, async () => {
    for (const words of [['Case Studies'], ['Case Studies', '--send']]) {
      const { code, output } = await command(['announce', ...words], stack.folder);
      expect(code).toBe(1);
      for (const name of ['"Case Studies"', `"${RESOURCE}"`, `"${OTHER}"`]) expect(output).toContain(name);
      expect(output).not.toMatch(/\n\s+at /);
    }
  });

  it.each([
    ['no resource', ['announce']],
    ['nothing but --send', ['announce', '--send']],
    ['a resource without quotes', ['announce', 'New', 'Research', '--send']],
  ])('shows its usage when it is given %s', { tags: ['exhaustive'] }, async (_what, words) => {
    const people = await wait(1, OTHER);
    const { code, output } = await command(words, stack.folder);
    expect(code).toBe(1);
    expect(output).toContain(`announce "${RESOURCE}" --send`);
    expect(output).not.toMatch(/\n\s+at /);
    expect(await mailsTo(people)).toEqual([]);
  });

  it('says that npm start is needed when no backend runs', { tags: ['exhaustive'] }, async () => {
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { code, output } = await command(['announce', RESOURCE, '--send'], folder);
    expect(code).toBe(1);
    expect(output).toContain('npm start');
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('is suggested when the command is unknown', async () => {
    const { code, output } = await command(['notfy', RESOURCE], stack.folder);
    expect(code).toBe(1);
    expect(output).toMatch(/"notfy"[^]*-- announce/);
  });
});

it('the public key cannot send mails', async () => {
  const people = await wait(1);
  for (const apikey of [stack.backend.publishableKey, 'sb_secret_forged', '']) {
    const response = await fetch(`${stack.backend.apiUrl}/functions/v1/resource-announcement`, {
      method: 'POST',
      headers: { apikey },
      body: JSON.stringify({ resource_type: RESOURCE, send: true }),
    });
    expect(response.status).toBe(401);
  }
  expect(await mailsTo(people)).toEqual([]);
  expect(await waiting()).toHaveLength(1);
});

describe('a mail that cannot be sent', () => {
  it('leaves that address waiting, and a later run mails it', { tags: ['exhaustive'] }, async () => {
    const people = await wait(3);
    const failing = people[1];
    const logged: string[] = [];
    const refuse = ({ to }: SentMail) =>
      to === failing?.email ? Promise.reject(new Error(`550 <${to}>: no such mailbox`)) : Promise.resolve();
    expect(await send(refuse, logged)).toEqual({ status: 200, body: { sent: 2, failed: 1, waiting: 1 } });
    expect(await waiting()).toEqual([failing?.email]);
    expect(logged).toEqual([expect.stringContaining(`${String(failing?.id)}: not mailed: 550 <(address)>`)]);
    expect(logged.join()).not.toContain('@');

    // Not at once: what has just failed would fail again.
    const early = await command(['announce', RESOURCE, '--send'], stack.folder);
    expect(early).toMatchObject({ code: 1, output: expect.stringContaining('Try again') as string });
    expect(await mailsTo(people)).toEqual([]);

    await lapse();
    const later = await command(['announce', RESOURCE, '--send'], stack.folder);
    expect(later.code).toBe(0);
    expect(await waiting()).toEqual([]);
    expect((await mailsTo(people)).map(({ to }) => to[0]?.address)).toEqual([failing?.email]);
  });

  it('does not block the others, however many fail', { tags: ['exhaustive'] }, async () => {
    const people = await wait(26);
    const good = people.at(-1)?.email;
    const refuse = ({ to }: SentMail) => (to === good ? Promise.resolve() : Promise.reject(new Error('550')));
    for (let run = 0; run < 10; run++) {
      await send(refuse);
      await lapse();
    }
    expect(await waiting()).not.toContain(good);
  });
});

it('an address that asks again while its mail is being sent gets it once', async () => {
  await wait(1);
  await send(async ({ to }) => {
    const again = notificationRequest({ email: to, resource_type: RESOURCE });
    expect((await stack.visitor().from('notification_requests').insert(again)).status).toBe(201);
  });
  expect(await waiting()).toEqual([]);
  const refuse = ({ to }: SentMail) => Promise.reject(new Error(`Mailed again: ${to}`));
  expect(await send(refuse)).toEqual({ status: 200, body: { sent: 0, failed: 0, waiting: 0 } });
});

it('an address that asks again after its mail gets the next one in an hour at the earliest', async () => {
  const [person] = await wait(1);
  const sent: string[] = [];
  const provider = ({ to }: SentMail) => Promise.resolve(void sent.push(to));
  for (let round = 0; round < 3; round++) {
    await send(provider);
    await stack.database`insert into public.notification_requests
      ${stack.database(notificationRequest({ email: person?.email, resource_type: RESOURCE }))}`;
  }
  expect(sent).toEqual([person?.email]);
  await stack.database`update public.notification_requests set notified_at = notified_at - interval '61 minutes'`;
  await send(provider);
  expect(sent).toEqual([person?.email, person?.email]);
});

it('spellings that no mail reaches don’t hold up the others of their mailbox', async () => {
  const people = await wait(4);
  const spellings = ['ada.b', 'a.dab', 'ad.ab', 'a.d.ab'].map((name) => `${name}@gmail.com`);
  for (const [n, { id }] of people.entries())
    await stack.database`update public.notification_requests set email = ${String(spellings[n])} where id = ${id}`;
  const refuse = ({ to }: SentMail) => (to === spellings[3] ? Promise.resolve() : Promise.reject(new Error('550')));
  for (let run = 0; run < 2; run++) {
    await send(refuse);
    await lapse();
  }
  expect(await waiting()).not.toContain(spellings[3]);
});

describe('the unsubscribe link', () => {
  /** The mail that was sent to the first of those who wait. */
  async function mailed() {
    const people = await wait(1);
    await announce();
    const [mail] = await mailsTo(people);
    const source = await (await fetch(`${stack.backend.mailboxUrl}/${mail?.id ?? ''}.eml`)).text();
    const parsed = await PostalMime.parse(source);
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
    const address = /^<(\S+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    return { person: people[0], text: parsed.text ?? '', html: parsed.html ?? '', header, address };
  }
  /** Unsubscribes as a mail program does (RFC 8058). */
  const leave = (address: string, method = 'POST') =>
    fetch(address, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    });
  const rowsOf = (email = '') =>
    stack.database`select 1 from public.notification_requests where lower(email) = lower(${email})`;

  it('is in the text of the mail, and in its headers for mail programs', { tags: ['exhaustive'] }, async () => {
    const { person, text, html, header, address } = await mailed();
    const token = String(person?.unsubscribe_token);
    expect(address).toBe(`${stack.backend.apiUrl}/functions/v1/unsubscribe?token=${token}`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = `http://localhost:4321/unsubscribe#${token}`;
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
    expect(text + html).not.toMatch(/Zoë|&lt;b/);
  });

  it.each(['while it is being mailed', 'later'])(
    'does not lift the limit of its mailbox, used %s: three mails an hour, each to another address',
    { tags: ['exhaustive'] },
    async (when) => {
      const spellings = Array.from({ length: 5 }, (_, n) => `leaves+${n}@example.com`);
      const enter = () =>
        stack.database`insert into public.notification_requests ${stack.database(
          spellings.map((email) => notificationRequest({ email, resource_type: RESOURCE })),
        )}`;
      const leaveAll = () =>
        stack.database`select public.unsubscribe(unsubscribe_token) from public.notification_requests
          where claimed_at is not null or notified_at is not null`;
      const sent: string[] = [];
      const rounds = async () => {
        for (let round = 0; round < 4; round++) {
          await enter();
          await send(async ({ to }) => {
            sent.push(to);
            if (when === 'while it is being mailed') await leaveAll();
          });
          await leaveAll();
        }
      };
      await rounds();
      expect([sent.length, new Set(sent).size]).toEqual([3, 3]);
      const [{ log } = {}] = await stack.database`
        select string_agg(l::text || encode(mailbox_hash, 'escape') || encode(address_hash, 'escape'), ' ') as log
        from private.announcement_log l`;
      expect(log).not.toContain('leaves');

      await passTime(stack.database, '61 minutes');
      await stack.database`select public.prepare_sweep()`;
      expect(await stack.database`select 1 from private.announcement_log`).toHaveLength(0);
      await rounds();
      expect(sent).toHaveLength(6);
    },
  );

  it('deletes everything of that address, in any spelling, and nothing of others', async () => {
    const { person, address } = await mailed();
    const neighbour = notificationRequest({ email: person?.email.replace('@', '+tag@') });
    await stack.database`insert into public.notification_requests ${stack.database([
      notificationRequest({ email: person?.email.toUpperCase(), resource_type: OTHER }),
      notificationRequest({ email: person?.email, resource_type: 'A third one' }),
      neighbour,
    ])}`;
    expect(await rowsOf(person?.email)).toHaveLength(3);

    const first = await leave(address);
    expect([first.status, await first.json()]).toEqual([200, { state: 'unsubscribed' }]);
    expect(await rowsOf(person?.email)).toHaveLength(0);
    expect(await rowsOf(String(neighbour['email']))).toHaveLength(1);

    const second = await leave(address);
    expect([second.status, await second.json()]).toEqual([200, { state: 'unsubscribed' }]);
    expect(await rowsOf(String(neighbour['email']))).toHaveLength(1);
  });

  it(
    'marks and deletes all of an address, however many somebody has stored for it',
    { tags: ['exhaustive'] },
    async () => {
      const [person] = await wait(1);
      await stack.database`
      insert into public.notification_requests
      select copied.* from public.notification_requests r, generate_series(1, 1200) n, lateral jsonb_populate_record(
        r, jsonb_build_object('id', gen_random_uuid(), 'unsubscribe_token', gen_random_uuid(), 'n', n)
      ) copied`;
      const { resourceRequests } = functionParts(stack);
      await resourceRequests.finish(String(person?.unsubscribe_token));
      expect(await waiting()).toEqual([]);
      await resourceRequests.unsubscribe(String(person?.unsubscribe_token));
      expect(await rowsOf(person?.email)).toHaveLength(0);
    },
  );

  it('works before the first mail too', async () => {
    const [person, neighbour] = await wait(2);
    const token = String(person?.unsubscribe_token);
    expect((await leave(`${stack.backend.apiUrl}/functions/v1/unsubscribe?token=${token}`)).status).toBe(200);
    expect(await waiting()).toEqual([neighbour?.email]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('rejects a %s, such as a virus scanner sends', async (method) => {
    const [person] = await wait(1);
    const token = String(person?.unsubscribe_token);
    const response = await leave(`${stack.backend.apiUrl}/functions/v1/unsubscribe?token=${token}`, method);
    expect(response.status).toBe(405);
    expect(await waiting()).toHaveLength(1);
  });

  it('works from the page of the site, in a browser', async () => {
    const response = await fetch(`${stack.backend.apiUrl}/functions/v1/unsubscribe`, {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it.each([
    ['no token', ''],
    ['an empty token', '?token='],
    ['an invalid token', '?token=1%20or%201=1'],
    ['a token with an extra character', `?token=${randomUUID()}x`],
    ['a pattern', '?token=%25'],
  ])('is rejected with %s', async (_what, query) => {
    await wait(1);
    const response = await leave(`${stack.backend.apiUrl}/functions/v1/unsubscribe${query}`);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { field: 'token' } }]);
    expect(await waiting()).toHaveLength(1);
  });

  it('reveals nothing about an unknown token', async () => {
    await wait(1);
    const response = await leave(`${stack.backend.apiUrl}/functions/v1/unsubscribe?token=${randomUUID()}`);
    expect([response.status, await response.json()]).toEqual([200, { state: 'unsubscribed' }]);
    expect(await waiting()).toHaveLength(1);
  });
});
