/** The page of the video room before and after a call. What the function answers is set here; meet.spec.ts asks the real one. */
import { randomUUID } from 'node:crypto';
import { headersOf } from '../../src/build/headers.ts';
import type { EnterAnswer } from '../../src/backend/meeting-access.ts';
import { expectAccessible, expect, running, test } from './fixtures.ts';
import { featuresOf } from './features.ts';
import type { Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const MEET = `${running.siteUrl}/meet`;
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const early = (minutes: number): EnterAnswer => ({ state: 'early', startsAt: at(minutes + 15), opensAt: at(minutes) });
const open = (role: 'visitor' | 'host' = 'visitor'): EnterAnswer => ({
  state: 'open',
  startsAt: at(2),
  endsAt: at(32),
  opensAt: at(-13),
  closesAt: at(92),
  url: `${running.meetingsUrl}/b-none`,
  token: role === 'host' ? 'token' : null,
  role,
  name: 'Ada Lovelace',
});

/** Answers the page's questions, and notes them. */
async function answer(
  page: Page,
  enter: () => EnterAnswer | number,
  knock: object | number = {},
): Promise<Record<string, unknown>[]> {
  const asked: Record<string, unknown>[] = [];
  await page.route('**/functions/v1/meeting-access', (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ headers });
    const body = route.request().postDataJSON() as Record<string, unknown>;
    asked.push(body);
    const given = body['action'] === 'enter' ? enter() : body['action'] === 'knock' ? knock : {};
    return typeof given === 'number'
      ? route.fulfill({ status: given, headers, json: {} })
      : route.fulfill({ headers, json: given });
  });
  return asked;
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test(
  'the video room has headers of its own, may use camera and screen, and no other page may',
  EXHAUSTIVE,
  async ({ page }) => {
    const response = await page.goto(MEET);
    const sent = (await response?.allHeaders()) ?? {};
    for (const [name, value] of Object.entries(headersOf('/meet'))) expect(sent[name.toLowerCase()], name).toBe(value);
    const video = ['camera', 'display-capture', 'fullscreen', 'picture-in-picture'];
    expect(await featuresOf(page, 'allowedFeatures')).toEqual(expect.arrayContaining([...video, 'microphone']));
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
    await page.goto(running.siteUrl);
    const allowed = await featuresOf(page, 'allowedFeatures');
    expect(allowed.filter((feature) => video.includes(feature))).toEqual([]);
  },
);

test('without a provider the video room says that we will phone', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.unconnectedUrl}/meet#b1.secret`);
  await expect(heading(page)).toHaveText('We will phone you');
  expect(page.url()).toBe(`${running.unconnectedUrl}/meet`);
  await expectAccessible(page);
});

test('without a link the video room asks for it', EXHAUSTIVE, async ({ page }) => {
  await page.goto(MEET);
  await expect(heading(page)).toHaveText('Which call is it?');
  await expectAccessible(page);
});

test.describe('a link that opens nothing', () => {
  for (const [status, title] of [
    [404, 'This link does not open a room'],
    [429, 'Please wait a few minutes'],
    [503, 'We cannot reach the room'],
  ] as const)
    test(`is answered with a sentence and what to do: ${title}`, EXHAUSTIVE, async ({ page, expectedErrors }) => {
      expectedErrors.push(/Failed to load resource/);
      const asked = await answer(page, () => status);
      await page.goto(`${MEET}#b1.wrong`);
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
      expect(page.url()).toBe(MEET);
      expect(asked[0]).toEqual({ action: 'enter', booking: 'b1', secret: 'wrong' });
      await expectAccessible(page);
    });
});

test('after its time the room is over', EXHAUSTIVE, async ({ page }) => {
  await answer(page, () => ({ state: 'over', startsAt: at(-300) }));
  await page.goto(`${MEET}#b1.secret`);
  await expect(heading(page)).toHaveText('This call is over');
});

test('before its time the room counts down, and opens by itself', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  let isOpen = false;
  await answer(page, () => (isOpen ? open() : early(10)));
  await page.goto(`${MEET}#b1.secret`);
  await expect(heading(page)).toHaveText('You are early');
  await expect(page.getByRole('timer')).toHaveText(/^(?:10:00|9:\d\d)$/);
  await expectAccessible(page);
  isOpen = true;
  await page.clock.fastForward('10:01');
  await expect(heading(page)).toHaveText('Ready when you are');
});

test.describe('the door of the video room', () => {
  test('shows the live picture and the time, and can be passed without devices', EXHAUSTIVE, async ({ page }) => {
    await answer(page, () => open());
    await page.goto(`${MEET}#b1.secret`);
    await expect(page.getByLabel('Your picture')).toBeVisible();
    await expect
      .poll(() => page.getByLabel('Your picture').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    await expect(page.getByRole('main')).toContainText('Your time, ');
    await expectAccessible(page);
    await page.getByText('Choose devices').click();
    await expect(page.getByLabel('Camera', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Stop camera' }).click();
    await expect(page.getByText('Your camera is off', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Mute' }).click();
    await expect(page.getByText('You can also join without a camera')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join the call' })).toBeEnabled();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  test('asks for a name, and says so at the field', EXHAUSTIVE, async ({ page }) => {
    await answer(page, () => open());
    await page.goto(`${MEET}#b1.secret`);
    const name = page.getByLabel('Your name');
    await expect(name).toHaveValue('Ada Lovelace');
    await name.fill(' ');
    await page.getByRole('button', { name: 'Join the call' }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Enter your name/);
    await name.fill('x'.repeat(101));
    await name.press('Enter');
    await expect(name).toHaveAccessibleDescription(/Shorten your name to 100 characters/);
  });

  test('fits on a phone, with the button that joins in sight', EXHAUSTIVE, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await answer(page, () => open());
    await page.goto(`${MEET}#b1.secret`);
    await expect(page.getByRole('button', { name: 'Join the call' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test(
  'a room that does not exist ends with a sentence, and no device is left open',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    // The provider's package reports it; the policy of the page keeps it in.
    expectedErrors.push(/sentry\.io|Content Security Policy/);
    await page.addInitScript(() => {
      const opened: MediaStreamTrack[] = [];
      Object.assign(window, { opened });
      const media = navigator.mediaDevices;
      const original = media.getUserMedia.bind(media);
      media.getUserMedia = async (constraints) => {
        const stream = await original(constraints);
        opened.push(...stream.getTracks());
        return stream;
      };
    });
    await answer(page, () => open());
    await page.goto(`${MEET}#b1.secret`);
    await expect(page.getByLabel('Your picture')).toBeVisible();
    await page.getByRole('button', { name: 'Join the call' }).click();
    await expect(heading(page)).toHaveText('This room does not exist any more');
    const live = () =>
      page.evaluate(
        () =>
          (window as unknown as { opened: MediaStreamTrack[] }).opened.filter(({ readyState }) => readyState === 'live')
            .length,
      );
    await expect.poll(live).toBe(0);
    await expectAccessible(page);
  },
);

/** Makes a room of this machine, with the token of its owner. */
async function makeRoom(): Promise<{ url: string; token: string }> {
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${running.meetingsUrl}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.meetingsKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { url: string; token: string };
  };
  const name = `b-${randomUUID()}`;
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const { url } = await ask('rooms', { name, privacy: 'private', properties: { exp, enable_knocking: true } });
  const { token } = await ask('meeting-tokens', { properties: { room_name: name, is_owner: true, exp } });
  return { url, token };
}

/** Somebody at the door of a room, without a browser. */
async function arrive(room: string, name: string) {
  const shown = { name, audio: false, video: false, screenVideo: false, screenAudio: false };
  const post = (path: string, body: object) => fetch(`${room}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const { id, key } = (await (await post('enter', { shown })).json()) as { id: string; key: string };
  // Whoever does not listen is soon out, also if this answer is collected as garbage.
  const signals = fetch(`${room}/signals?id=${id}&key=${key}&after=0`).catch(() => undefined);
  let first = 0;
  async function tell(...messages: object[]): Promise<void> {
    await post('messages', { id, key, first, messages });
    first += messages.length;
  }
  await tell({ knock: name });
  return { shown, tell, signals };
}

test(
  'a host needs a token of the moment to join, and keeps the name while there is none',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of (503|404)/);
    let status: number | undefined;
    await answer(page, () => status ?? open('host'));
    await page.goto(`${MEET}#b1.host~1~2~3`);
    const name = page.getByLabel('Your name');
    await name.fill('Grace Hopper');
    const picture = await page
      .getByLabel('Your picture')
      .evaluateHandle((video: HTMLVideoElement) => video.srcObject as MediaStream | null);
    expect(await picture.evaluate((stream) => stream?.active)).toBe(true);
    status = 503;
    await name.press('Enter');
    await expect(heading(page)).toHaveText('We cannot reach the room');
    await expect.poll(() => picture.evaluate((stream) => stream?.active)).toBe(false);
    status = undefined;
    // The page keeps trying.
    await expect(name).toHaveValue('Grace Hopper', { timeout: 15_000 });
    status = 404;
    await name.press('Enter');
    await expect(heading(page)).toHaveText('This link does not open a room');
  },
);

test(
  'whoever waits while the call is moved is told so, and waits no longer',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    const { url } = await makeRoom();
    const asked = await answer(page, () => ({ ...open(), url }), 404);
    await page.goto(`${MEET}#b1.secret`);
    await page.getByRole('button', { name: 'Join the call' }).click();
    await expect(heading(page)).toHaveText('This link does not open a room');
    await expect
      .poll(() => asked.filter(({ action }) => action === 'knock').map(({ name }) => name))
      .toEqual(['Ada Lovelace', '']);
  },
);

test(
  'a host is in the call by keyboard alone, however many are at the door or write; shortcuts rest while somebody types',
  EXHAUSTIVE,
  async ({ page }) => {
    const room = await makeRoom();
    const asked = await answer(page, () => ({ ...open('host'), ...room }));
    await page.goto(`${MEET}#b1.host~1~2~3`);
    await expect(page.getByLabel('Your picture')).toBeVisible();
    // A desk in another tab.
    await page.evaluate(() => {
      new BroadcastChannel('desk-activity').onmessage = () => (document.documentElement.dataset['told'] = '');
    });
    await page.getByLabel('Your name').press('Enter');
    const controls = page.getByRole('group', { name: 'Controls' });
    await expect(controls).toBeVisible({ timeout: 20_000 });
    await expect(heading(page)).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('data-told', '');

    const guests = [];
    const wide = `Press “Let in” to be heard. ${'\uFDFD'.repeat(60)}`;
    for (let number = 1; number <= 7; number++)
      guests.push(await arrive(room.url, number === 2 ? wide : `Guest ${number}`));
    const knocks = page.locator('.call-notices').getByRole('group');
    await expect(knocks).toHaveCount(6);
    await expect(knocks.last()).toContainText('2 more at the door.');
    const words = knocks.nth(1).locator('p');
    await expect(words).toContainText('is at the door.');
    expect(
      await words.evaluate(({ scrollHeight, scrollWidth, clientHeight, clientWidth }) => [
        scrollHeight - clientHeight,
        Math.max(0, scrollWidth - clientWidth),
        clientHeight < 100,
      ]),
    ).toEqual([0, 0, true]);
    await expectAccessible(page);
    await knocks.last().getByRole('button', { name: 'Turn them away' }).press('Enter');
    await expect(knocks).toHaveCount(5);
    const [guest] = guests;
    await knocks.first().getByRole('button', { name: 'Let in' }).press('Enter');
    for (const { tell } of guests.slice(1, 5)) await tell({ leave: true });
    await expect(knocks).toHaveCount(0);

    await page.keyboard.press('c');
    const message = page.getByRole('textbox', { name: 'Your message' });
    await expect(message).toBeFocused();
    await page.keyboard.type('mvp');
    await expect(message).toHaveValue('mvp');
    await expect(controls.getByRole('button', { name: 'Mute' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log')).toContainText('mvp');
    const flood = Array.from({ length: 30 }, (_, number) => ({
      app: { meet: 'chat', text: `\u202E${number}` },
      to: '*',
    }));
    await guest?.tell({ shown: { ...guest.shown, name: 'Host' } }, ...flood);
    const theirs = page.locator('.message:not([data-own])');
    await expect(theirs).toHaveCount(10);
    await expect(theirs.last().locator('.message-text')).toHaveText('9');
    await expect(theirs.last()).toContainText('Host');
    await expect(page.locator('.host-mark')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(controls.getByRole('button', { name: 'Chat' })).toBeFocused();
    await page.keyboard.press('m');
    await expect(controls.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Your microphone is off.' })).toHaveCount(1);

    await controls.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await expect(controls.getByRole('button', { name: 'Unmute' })).toBeVisible();

    await guest?.tell({ app: { meet: 'caption', text: `${'more '.repeat(700)}words`, final: true }, to: '*' });
    await expect(page.locator('.captions').getByText('words')).toBeVisible();
    await expect(controls).toBeInViewport({ ratio: 1 });

    await controls.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Leave, the others go on' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(controls.getByRole('button', { name: 'Leave', exact: true })).toBeFocused();
    // With this, browsers ask before they close the tab.
    const asksFirst = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asksFirst()).toBe(true);
    await controls.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'End for everybody' }).click();
    await expect(heading(page)).toHaveText('The call has ended');
    expect(await asksFirst()).toBe(false);
    await page.getByRole('button', { name: 'Save the note' }).click();
    const note = page.getByRole('textbox', { name: 'Note for the desk' });
    await expect(note).toHaveAccessibleDescription(/Write something first/);
    await note.fill('A good call.');
    // Another link, opened in this tab, is not the call that has ended.
    await page.evaluate(() => (location.hash = 'b2.host~1~2~3'));
    await expect.poll(() => asked.at(-1)).toMatchObject({ action: 'enter', booking: 'b2' });
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByText('The note is on the desk.')).toBeVisible();
    expect(asked.filter(({ action }) => action !== 'enter')).toEqual([
      expect.objectContaining({ action: 'ended', worked: null }),
      expect.objectContaining({
        action: 'note',
        booking: 'b1',
        text: 'A good call.',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    ]);
    await expectAccessible(page);
  },
);
