import type { Page } from 'playwright/test';
import type { FailureKind } from '../../src/voice/call-events.ts';
import type { Scenario } from '../../tools/local/voice/scenarios.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { figure } from '../setup/figure.ts';
import { VAPI } from '../setup/e2e.ts';
import { mails } from '../setup/stack.ts';
import {
  ask,
  call,
  callAndStore,
  callButton,
  callDialog,
  controls,
  expectLive,
  expectNothingLeft,
  introduce,
  microphones,
  openSite,
  words,
} from './call.ts';
import { expect, expectAccessible, FAILED_RESOURCE, holdRequests, running, site, test, toast } from './fixtures.ts';

const { button, dialog, failure, guide, panel } = words;
const CHAT = `${running.rehearsalUrl}/*/chat/web`;

const chat = (page: Page) => page.getByRole('region', { name: panel.chat });
const lines = (page: Page) => chat(page).getByRole('log');
const question = (page: Page) => chat(page).getByRole('textbox', { name: panel.question });
const ended = (page: Page) => chat(page).locator('[data-ending]');

/** Begins a chat, and waits until its lead is stored: a page that reloads before that stores it a second time. */
async function write(page: Page, email?: string): Promise<void> {
  const stored = page.waitForResponse(/\/rest\/v1\/voice_leads/);
  await introduce(page, email);
  await callDialog(page).getByRole('button', { name: dialog.write }).click();
  await (await stored).finished();
  await expect(lines(page)).toContainText(`this is the AI agent of ${site.name}`);
}
async function askInWriting(page: Page, text: string): Promise<void> {
  await question(page).fill(text);
  await question(page).press('Enter');
}

test(
  'somebody without a microphone gets an answer and a summary',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    // The lead of the call that could not start is that of the chat.
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page, '/?rehearse=no-microphone');
    await call(page, email);
    const failed = toast(page, failure.notStarted);
    await expect(failed).toContainText(failure.kinds['no-microphone']);
    await failed.getByRole('button', { name: panel.write }).click();
    await expect(question(page)).toBeFocused();
    await expect(page.locator('.call-panel')).toContainText(guide.status.writing);
    await expect(callButton(page)).toHaveText(button.chat);
    await askInWriting(page, 'how long is an internship?');
    await expect(lines(page)).toContainText(`${panel.visitor}: how long is an internship?`);
    await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
    expect((await microphones(page)).ever).toBe(0);
    await expectAccessible(page);

    await callButton(page).click();
    await expect(page.locator('.call-panel')).toContainText(guide.status.ended);
    await expect(ended(page)).toContainText(email);
    // One lead, one conversation, one mail to each side.
    const sent = async () => {
      const rows = await database<{ id: string; summary: string; end_reason: string }[]>`
      select c.* from public.voice_calls c join public.voice_leads l on l.id = c.lead_id where l.email = ${email}`;
      const all = (await mails(running.mailboxUrl)).filter(({ messageId }) =>
        rows.some(({ id }) => messageId.includes(id)),
      );
      return [rows.map(({ end_reason }) => end_reason), all.length];
    };
    await expect.poll(sent).toEqual([['customer-ended-call'], 2]);
  },
);

test('a chat goes on after a reload, on other pages, and with the browser’s back button', async ({ page }) => {
  await openSite(page);
  await write(page);
  await askInWriting(page, 'how long is an internship?');
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  await question(page).pressSequentially('and who');
  await page.reload();
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  await expect(question(page)).not.toBeFocused();
  await expect(question(page)).toHaveValue('and who');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI Portfolio' }).click();
  await expect(page).toHaveURL(/\/ai-portfolio$/);
  await expect(lines(page)).toContainText('how long is an internship?');
  const asked = page.waitForRequest((request) => request.url().endsWith('/chat/web'));
  await askInWriting(page, 'who does the work?');
  expect((await asked).postDataJSON()).toHaveProperty('sessionId');
  await expect(lines(page).getByText('That is from the page')).toHaveCount(2);

  await page.goBack();
  await expect(lines(page).getByText('That is from the page')).toHaveCount(2);
  await callButton(page).click();
  await expect(ended(page)).toContainText(panel.ends.visitor);
  await page.goForward();
  await expect(page).toHaveURL(/\/ai-portfolio$/);
  await expect(callButton(page)).toHaveText(button.idle);
  expect(await page.evaluate(() => window.sessionStorage.getItem('voice-call'))).toBeNull();
});

test('a page that the browser has kept shows the chat of whoever uses the tab now', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await write(page);
  await askInWriting(page, 'how long is an internship?');
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  await page.evaluate(() => {
    const { session: _, ...kept } = JSON.parse(sessionStorage.getItem('voice-call') ?? '') as Record<string, unknown>;
    const lead = { id: 'another', name: 'Bo', email: 'bo@example.com' };
    const words = [{ speaker: 'visitor', text: 'I am Bo', partial: false }];
    sessionStorage.setItem('voice-call', JSON.stringify({ ...kept, lead, lines: words }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(lines(page)).toContainText('I am Bo');
  await expect(lines(page)).not.toContainText('how long is an internship?');
});

test('a chat has all of its panel, also with little height', EXHAUSTIVE, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openSite(page);
  await write(page);
  const width = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
  expect(await width('.call-card')).toBeGreaterThan(0.95 * (await width('.call-panel')));
});

test('a page of a tab without a chat loads nothing of it', EXHAUSTIVE, async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openSite(page);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => /CallWidget|chat/.test(url))).toEqual([]);
});

test(
  'a question waits for the connection, and can be withdrawn',
  EXHAUSTIVE,
  async ({ page, context, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page);
    await write(page);
    await context.setOffline(true);
    await askInWriting(page, 'how long is an internship?');
    await expect(chat(page).getByText(panel.interrupted)).toBeVisible();
    await askInWriting(page, 'who does the work?');
    await askInWriting(page, 'when do we see a first milestone?');
    await expect(chat(page).getByText(panel.undelivered)).toHaveCount(3);
    await chat(page).getByRole('button', { name: panel.withdraw }).first().click();
    await context.setOffline(false);
    await expect(lines(page)).toContainText(`${panel.visitor}: who does the work?`);
    await expect(lines(page)).toContainText(`${panel.visitor}: when do we see a first milestone?`);
    await expect(chat(page).getByText(panel.undelivered)).toHaveCount(0);
    await expect(chat(page).getByText(panel.interrupted)).toHaveCount(0);
    await expect(lines(page)).not.toContainText('how long is an internship?');
  },
);

test(
  'a question that was not delivered before a reload is sent after it',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page);
    await write(page);
    await page.route(CHAT, (route) => route.abort('connectionreset'));
    await askInWriting(page, 'how long is an internship?');
    await expect(chat(page).getByText(panel.undelivered)).toBeVisible();
    await page.unroute(CHAT);
    await page.reload();
    await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  },
);

test('an answer that is late is reported until it comes', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  await openSite(page);
  await write(page);
  const release = await holdRequests(page, CHAT);
  await askInWriting(page, 'how long is an internship?');
  await page.clock.fastForward(11_000);
  await expect(chat(page).getByText(panel.late)).toBeVisible();
  release();
  await expect(lines(page)).toContainText('That is from the page');
  await expect(chat(page).getByText(panel.late)).toHaveCount(0);
});

test(
  'an answer that breaks off, or never comes, is reported, and the chat goes on',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE, /ERR_INCOMPLETE_CHUNKED_ENCODING/);
    await page.clock.install();
    await openSite(page, '/?rehearse=chat-breaks-off');
    await write(page);
    await askInWriting(page, 'how long is an internship?');
    await expect(chat(page).getByText(panel.broken)).toBeVisible();
    await page.evaluate(() => history.replaceState(null, '', '/?rehearse=agent-silent'));
    await page.reload();
    await askInWriting(page, 'who does the work?');
    await expect(lines(page)).toContainText('who does the work?');
    await page.clock.fastForward(31_000);
    await expect(chat(page).getByText(panel.broken)).toBeVisible();
    await page.evaluate(() => history.replaceState(null, '', '/'));
    await page.reload();
    await askInWriting(page, 'who does the work?');
    await expect(lines(page)).toContainText('That is from the page');
  },
);

/** What the provider may answer to a message, and what becomes of the chat. */
const REFUSED: [Scenario, FailureKind][] = [
  ['provider-refused', 'provider-refused'],
  ['provider-unpaid', 'provider-refused'],
];
for (const [scenario, kind] of REFUSED)
  test(
    `${scenario}: the chat ends, says why, and keeps what was typed`,
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      await openSite(page, `/?rehearse=${scenario}`);
      await write(page);
      await askInWriting(page, 'how long is an internship?');
      await expect(toast(page, failure.cutOff)).toContainText(failure.kinds[kind]);
      await expect(ended(page)).toContainText('how long is an internship?');
      await expect(page.getByText('Check Your Email!')).toHaveCount(0);
    },
  );
for (const scenario of ['provider-busy', 'provider-fault', 'provider-unreachable'] as const)
  test(`${scenario}: the question waits, and is asked again`, EXHAUSTIVE, async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page, `/?rehearse=${scenario}`);
    await write(page);
    await askInWriting(page, 'how long is an internship?');
    await expect(chat(page).getByText(panel.undelivered)).toBeVisible();
    await page.route(CHAT, (route) => route.continue({ url: `${running.rehearsalUrl}/live/chat/web` }));
    await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  });

test('after half an hour the chat ends by itself, with one report', EXHAUSTIVE, async ({ page, database, email }) => {
  await page.clock.install();
  await openSite(page);
  await write(page, email);
  await askInWriting(page, 'how long is an internship?');
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  await page.clock.fastForward('31:00');
  await expect(ended(page)).toContainText(panel.ends['time-limit']);
  const stored = () =>
    database`select 1 from public.voice_calls c join public.voice_leads l on l.id = c.lead_id where l.email = ${email}`;
  await expect.poll(async () => (await stored()).length).toBe(1);
  await page.reload();
  await expect(callButton(page)).toHaveText(button.idle);
});

test('what was typed in a call that ends is kept, and goes on as a chat', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  await openSite(page, '/?rehearse=agent-silent');
  await callAndStore(page);
  await expectLive(page);
  await controls(page).getByRole('textbox', { name: panel.question }).fill('how long is an inter');
  await page.clock.fastForward(31_000);
  await expect(controls(page)).toContainText(panel.unasked);
  await page.clock.fastForward(20_000);
  await page.evaluate(() => history.replaceState(null, '', '/'));
  await controls(page).getByRole('button', { name: panel.write }).click();
  await expect(question(page)).toHaveValue('how long is an inter');
  await question(page).pressSequentially('nship?');
  await question(page).press('Enter');
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  await expectNothingLeft(page);
});

test('a chat takes nobody’s call: another tab may call', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await write(page);
  const other = await page.context().newPage();
  await openSite(other);
  await call(other);
  await expectLive(other);
  await ask(other, 'who does the work?');
  await askInWriting(page, 'how long is an internship?');
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  await expectLive(other);
});

test('with keys, a chat contacts Vapi with the public key, and nothing else', EXHAUSTIVE, async ({ page, hosts }) => {
  const provider = 'https://api.vapi.ai';
  hosts.push(new URL(provider).host);
  const sent: { url: string; key: string | undefined; body: unknown }[] = [];
  await page.route(`${provider}/**`, async (route) => {
    const request = route.request();
    sent.push({ url: request.url(), key: request.headers()['authorization'], body: request.postDataJSON() });
    await route.fulfill({ response: await route.fetch({ url: `${running.rehearsalUrl}/live/chat/web` }) });
  });
  await openSite(page, '/', running.hostedVoiceUrl);
  await write(page);
  await askInWriting(page, 'how long is an internship?');
  await expect(lines(page).getByText(figure('internship-length'))).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    url: `${provider}/chat/web`,
    body: { assistantId: VAPI.PUBLIC_VAPI_ASSISTANT_ID, input: 'how long is an internship?' },
  });
  expect(sent[0]?.key).toBe(`Bearer ${VAPI.PUBLIC_VAPI_KEY}`);
});
