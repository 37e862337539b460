import type { Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { mails } from '../setup/stack.ts';
import {
  ask,
  call,
  callDialog,
  captions,
  expectLive,
  expectState,
  introduce,
  openSite,
  press,
  startButton,
  words,
} from './call.ts';
import { expect, FAILED_RESOURCE, FAILURE, running, site, test, toast } from './fixtures.ts';
import { comeFromFullNetwork } from './full-network.ts';
import { storedRows } from './form-copy.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { figure } from '../setup/figure.ts';

/** Calls, asks one question the site can answer and one it cannot, and waits for both answers. */
async function talk(page: Page, email: string): Promise<void> {
  await call(page, email);
  await expectLive(page);
  // Asked earlier, the question cuts the greeting off.
  await expect(captions(page)).toContainText(`this is the AI agent of ${site.name}`);
  await ask(page, 'how long is an internship?');
  await expect(captions(page).getByText(figure('internship-length'))).toBeVisible();
}

/** The mails of a caller's calls, once there are as many as expected. */
async function expectMails(database: Sql, email: string, count: { team: number; summary: number }) {
  const sent = async () => {
    const calls = await database<{ id: string }[]>`
      select c.id from public.voice_calls c join public.voice_leads l on l.id = c.lead_id where l.email = ${email}`;
    const all = (await mails(running.mailboxUrl)).filter(({ messageId }) =>
      calls.some(({ id }) => messageId.includes(id)),
    );
    const kind = (name: string) => all.filter(({ messageId }) => messageId.includes(`.${name}@`));
    return { team: kind('team'), summary: kind('summary') };
  };
  await expect
    .poll(async () => {
      const { team, summary } = await sent();
      return { team: team.length, summary: summary.length };
    })
    .toEqual(count);
  return sent();
}

const callsOf = (database: Sql, email: string) =>
  database<Record<string, unknown>[]>`
    select c.* from public.voice_calls c join public.voice_leads l on l.id = c.lead_id where l.email = ${email}`;

test(
  'a caller who hangs up gets a summary by mail, and the team gets the whole call',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    await openSite(page, '/flow?utm_source=news');
    await talk(page, email);
    await press(page, 'ended');

    const { team, summary } = await expectMails(database, email, { team: 1, summary: 1 });
    expect(team[0]).toMatchObject({ to: [{ address: site.email }], replyTo: [{ address: email }] });
    for (const part of [
      'Ada Example',
      'User: how long is an internship?',
      `AI: Hello, this is the AI agent of ${site.name}`,
      figure('internship-length'),
      '/flow',
      'news',
    ])
      expect(team[0]?.text).toContain(part);
    expect(summary[0]).toMatchObject({ to: [{ address: email }] });
    // Both are marked when the last mail has gone out.
    await expect
      .poll(async () => [...(await callsOf(database, email)), ...(await storedRows(database, 'voice_leads', email))])
      .toMatchObject([
        { end_reason: 'customer-ended-call', notified_at: expect.any(Date) as Date },
        { name: 'Ada Example', page: '/flow', utm_source: 'news', notified_at: expect.any(Date) as Date },
      ]);
    const [stored] = await callsOf(database, email);
    expect(String(stored?.['summary'])).not.toBe('');
    expect(summary[0]?.text).toContain(stored?.['summary']);
    expect(summary[0]?.text).not.toContain('User:');
  },
);

for (const [way, leave] of [
  ['closes the tab', (page: Page) => page.close()],
  ['goes to another page', (page: Page) => page.goto(`${running.siteUrl}/research`)],
  ['reloads the page', (page: Page) => page.reload()],
] as const)
  test(`a caller who ${way} during a call still gets the mail`, EXHAUSTIVE, async ({ page, database, email }) => {
    await openSite(page);
    // The page asks before a caller leaves.
    page.on('dialog', (dialog) => void dialog.accept());
    await talk(page, email);
    await leave(page);
    const { team } = await expectMails(database, email, { team: 1, summary: 1 });
    expect(team[0]?.text).toContain('User: how long is an internship?');
  });

test('a report that arrives twice is mailed once', EXHAUSTIVE, async ({ page, database, email }) => {
  await openSite(page, '/?rehearse=report-twice');
  await talk(page, email);
  await press(page, 'ended');
  await expectMails(database, email, { team: 1, summary: 1 });
  // By the time the next call's report arrives, the second one has, too.
  const next = `next.${email}`;
  await talk(page, next);
  await press(page, 'ended');
  await expectMails(database, next, { team: 1, summary: 1 });
  await expectMails(database, email, { team: 1, summary: 1 });
  expect(await callsOf(database, email)).toHaveLength(1);
});

test('hanging up before an answer stores the call and sends no mail', EXHAUSTIVE, async ({ page, database, email }) => {
  await openSite(page, '/?rehearse=never-live');
  await call(page, email);
  await expectState(page, 'requesting-permission');
  await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(1);
  await press(page, 'idle');
  // The team is notified: at once if the call had been joined, otherwise later (tests/contract/call-report.test.ts).
  expect((await mails(running.mailboxUrl)).filter(({ to }) => to.some(({ address }) => address === email))).toEqual([]);
  expect(await storedRows(database, 'voice_leads', email)).toHaveLength(1);
});

test(
  'a caller without microphone access is stored as well',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    // The second attempt conflicts with its own row.
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page, '/?rehearse=microphone-refused');
    await call(page, email);
    await expectState(page, 'idle');
    await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(1);
    // A second attempt by the same caller is the same lead.
    await press(page, 'confirming');
    await page.evaluate(() => history.replaceState(null, '', '/'));
    await startButton(page).click();
    await expectLive(page);
    await ask(page, 'thanks');
    await expect(captions(page)).toContainText('thanks');
    await press(page, 'ended');
    await expectMails(database, email, { team: 1, summary: 1 });
    expect(await storedRows(database, 'voice_leads', email)).toHaveLength(1);
  },
);

test(
  'a second attempt an hour later is a new lead, whose summary is mailed',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    await openSite(page, '/?rehearse=microphone-refused');
    await call(page, email);
    await expectState(page, 'idle');
    await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(1);
    await page.clock.setFixedTime(Date.now() + 3_600_000);
    await press(page, 'confirming');
    await startButton(page).click();
    await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(2);
  },
);

test(
  'an address that no mail can reach is rejected with a message, and no call starts',
  EXHAUSTIVE,
  async ({ page }) => {
    await openSite(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/call/web')) asked.push(request.url());
    });
    await introduce(page, 'ada@');
    await startButton(page).click();
    const field = callDialog(page).getByLabel(words.dialog.fields.email.label);
    await expect(callDialog(page)).toContainText(words.dialog.fields.email.problems.invalid);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(words.dialog.fields.email.problems.invalid);
    await expect(field).toHaveValue('ada@');
    await expectState(page, 'confirming');
    expect(asked).toEqual([]);
    await introduce(page);
    await startButton(page).click();
    await expectLive(page);
  },
);

test(
  'the call does not wait for the lead, which is retried if it cannot be stored',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    await page.clock.install();
    await openSite(page);
    const leads = `${running.apiUrl}/rest/v1/voice_leads*`;
    let tries = 0;
    await page.route(leads, (route) => {
      tries += 1;
      return tries < 3 ? route.abort('connectionreset') : route.continue();
    });
    await call(page, email);
    await expectLive(page);
    await expect.poll(() => tries).toBe(1);
    await page.clock.fastForward(5000);
    await expect.poll(() => tries).toBe(2);
    expect(await storedRows(database, 'voice_leads', email)).toEqual([]);
    await page.clock.fastForward(20_000);
    await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(1);
    await expect(toast(page, words.dialog.notStored.title)).toBeHidden();
  },
);

test(
  'a lead that cannot be stored: the call goes on, and the visitor is told that no summary will come',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    await comeFromFullNetwork(page, running, database);
    await openSite(page);
    await call(page, email);
    await expectLive(page);
    await expect(toast(page, words.dialog.notStored.title)).toContainText(words.dialog.notStored.text);
    expect(await storedRows(database, 'voice_leads', email)).toEqual([]);
    await press(page, 'ended');
  },
);

test(
  'a second call that begins before the lead of the first is stored has a lead of its own',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    await openSite(page);
    const sent: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`${running.apiUrl}/rest/v1/voice_leads*`, async (route) => {
      sent.push((JSON.parse(route.request().postData() ?? '{}') as { id: string }).id);
      if (sent.length === 1) await released;
      await route.continue();
    });
    for (const count of [1, 2]) {
      await call(page, email);
      await expectLive(page);
      await expect.poll(() => sent.length).toBe(count);
      await press(page, 'ended');
    }
    release();
    expect(new Set(sent).size).toBe(2);
    await expect
      .poll(async () => (await storedRows(database, 'voice_leads', email)).map(({ id }) => id).sort())
      .toEqual(sent.toSorted());
    // Each call names its own, so each caller gets both summaries.
    await expect
      .poll(async () => (await callsOf(database, email)).map(({ lead_id: id }) => id).sort())
      .toEqual(sent.toSorted());
  },
);

test(
  'a caller whose call is over before the lead is given up is told, too, and can call again as the same lead',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    // Not at the end of an hour: the next one would have another lead.
    await page.clock.install({ time: new Date().setMinutes(30) });
    await openSite(page);
    const leads = `${running.apiUrl}/rest/v1/voice_leads*`;
    let tries = 0;
    await page.route(leads, (route) => {
      tries += 1;
      return route.fulfill({ status: 503 });
    });
    await call(page, email);
    await expectLive(page);
    await expect.poll(() => tries).toBe(1);
    await press(page, 'ended');
    for (const [pause, count] of [
      [5000, 2],
      [20_000, 3],
    ] as const) {
      await page.clock.fastForward(pause);
      await expect.poll(() => tries).toBe(count);
    }
    await expectState(page, 'idle');
    await expect(toast(page, words.dialog.notStored.title)).toContainText(words.dialog.notStored.text);
    const draft = () => page.evaluate(() => sessionStorage.getItem('voice-call-draft'));
    const { sent } = JSON.parse((await draft()) ?? '{}') as { sent?: { id: string } };
    await page.unroute(leads);
    await press(page, 'confirming');
    await startButton(page).click();
    await expectLive(page);
    await expect.poll(() => storedRows(database, 'voice_leads', email)).toMatchObject([{ id: sent?.id }]);
    await expect.poll(draft).toBeNull();
  },
);
