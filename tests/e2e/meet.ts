import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { parse } from 'yaml';
import type { z } from 'zod';
import { makeMeetingLinks } from '../../functions/_shared/meeting-links.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import type { meetingSchema } from '../../src/schemas/meeting.ts';
import { booking } from '../setup/stack.ts';
import { tabTo } from '../setup/tab-to.ts';
import { ownName, store, test as deskTest, type Staff } from './desk.ts';
import { expect, running, site } from './fixtures.ts';

/** The words of the video room: only tests about wording break when they are edited. */
export const words = fillPlaceholders(
  parse(readFileSync('content/meeting.yaml', 'utf8')) as z.infer<typeof meetingSchema>,
  site,
);

export const MEET = `${running.siteUrl}/meet`;
const MINUTE_MS = 60_000;

/** A demo that is confirmed, and about to begin. */
export interface Appointment {
  booking: string;
  startsAt: string;
  /** Of the visitor. */
  name: string;
}

/** Stores a booking that begins in so many minutes, confirmed by somebody of the staff, as the desk does it. */
export async function confirmed(database: Sql, { account }: Staff, minutes = 5): Promise<Appointment> {
  const startsAt = new Date(Date.now() + Math.max(minutes, 1) * MINUTE_MS).toISOString();
  const { id, name, email } = await store('demo_bookings', booking({ name: ownName(), starts_at: startsAt }));
  const appointment = { booking: String(id), startsAt, name: String(name) };
  // A booking in the past can't be stored; the time that counts is that of the answer.
  if (minutes < 1) appointment.startsAt = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  await database`
    insert into public.booking_answers (id, booking_id, name, email, topic, time_zone, answer, starts_at, sequence, author, notified_at)
    values (${randomUUID()}, ${appointment.booking}, ${appointment.name}, ${String(email)}, 'Automation', 'Europe/Berlin',
      'confirmed', ${appointment.startsAt}, 1, ${account.id}, now())`;
  return appointment;
}

const links = makeMeetingLinks(running.meetingSecret, MEET);

/** The link in the visitor's mail. */
export const visitorLink = (appointment: Appointment): string =>
  links.linkTo(appointment, links.visitorSecret(appointment));

/** The link that the desk opens. */
export function hostLink(appointment: Appointment, { session }: Staff): string {
  const { access_token: token } = JSON.parse(session) as { access_token: string };
  const { session_id: id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  const expires = Math.floor(Date.now() / 1000) + 3600;
  return links.linkTo(appointment, links.hostTicket(appointment, { session: id, expires }));
}

/** Records every track and every connection that the pages of a browser make. */
const watchMedia = (context: BrowserContext) =>
  context.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    const connections: RTCPeerConnection[] = [];
    Object.assign(window, { ownTracks: tracks, connections });
    // An empty tab has none.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) return;
    for (const open of ['getUserMedia', 'getDisplayMedia'] as const) {
      const original = devices[open].bind(devices);
      devices[open] = async (options) => {
        // A small picture: the test's machine encodes and decodes those of everybody.
        if (open === 'getUserMedia' && typeof options?.video === 'object')
          Object.assign(options.video, { width: 160, height: 120, frameRate: 5 });
        const stream = await original(options);
        tracks.push(...stream.getTracks());
        return stream;
      };
    }
    const clone = Reflect.get(MediaStreamTrack.prototype, 'clone');
    MediaStreamTrack.prototype.clone = function () {
      const copy = clone.call(this);
      tracks.push(copy);
      return copy;
    };
    const Original = RTCPeerConnection;
    window.RTCPeerConnection = class extends Original {
      constructor(...options: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...options);
        connections.push(this);
      }
    };
  });

interface Watched {
  ownTracks: MediaStreamTrack[];
  connections: RTCPeerConnection[];
}

/** What a page holds open: its tracks by kind, its connections, and whether it ever had a track. */
export const held = (page: Page) =>
  page.evaluate(() => {
    const { ownTracks, connections } = window as unknown as Watched;
    return {
      tracks: ownTracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
      connections: connections.filter(({ connectionState }) => connectionState !== 'closed').length,
      hadTracks: ownTracks.length > 0,
    };
  });

/** Expects that camera, microphone, screen and connections are closed, after they were open. */
export const expectNothingHeld = (page: Page): Promise<void> =>
  expect.poll(() => held(page)).toEqual({ tracks: [], connections: 0, hadTracks: true });

/** A picture in a few numbers; empty while there is none. */
const glance = (video: Locator): Promise<string> =>
  video.evaluate((element) => {
    const video = element as HTMLVideoElement;
    if (video.videoWidth === 0) return '';
    const canvas = new OffscreenCanvas(32, 24);
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 32, 24);
    const pixels = [...(context?.getImageData(0, 0, 32, 24).data ?? [])].filter((_, index) => index % 4 < 3);
    return new Set(pixels).size > 1 ? pixels.join() : '';
  });

/** Expects a picture that moves. */
export async function expectMoving(video: Locator): Promise<void> {
  let first = '';
  await expect
    .poll(
      async () => {
        const now = (await video.count()) === 1 ? await glance(video) : '';
        if (now === '') return 'no picture';
        first ||= now;
        if (now !== first) return 'moves';
        const frames = await video.evaluate(
          (element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
        );
        return `a still picture after ${frames} frames`;
      },
      { timeout: 45_000 },
    )
    .toBe('moves');
}

/** How many of the players of a page have been heard: their streams had a sound. */
const heard = (page: Page) =>
  page.evaluate(() => {
    const state = window as unknown as { ears?: { context: AudioContext; heard: Map<MediaStream, AnalyserNode> } };
    state.ears ??= { context: new AudioContext(), heard: new Map() };
    const { context, heard } = state.ears;
    void context.resume();
    const players = [...document.querySelectorAll('audio')].filter(({ paused, muted }) => !paused && !muted);
    return players.filter(({ srcObject }) => {
      if (!(srcObject instanceof MediaStream)) return false;
      const analyser = heard.get(srcObject) ?? context.createAnalyser();
      if (!heard.has(srcObject)) {
        analyser.fftSize = 32_768;
        context.createMediaStreamSource(srcObject).connect(analyser);
        heard.set(srcObject, analyser);
      }
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return samples.some((sample) => Math.abs(sample) > 0.01);
    }).length;
  });

/** Expects a page to play so many voices, each with a sound. */
export const expectHears = (page: Page, voices = 1): Promise<void> =>
  expect.poll(() => heard(page), { timeout: 45_000 }).toBe(voices);

/** The picture of somebody in the call. */
export const tileOf = (page: Page, name: string): Locator => page.locator('.tile', { hasText: name });

/** Expects to see somebody move and to hear them, and their level to be shown. */
export async function expectSeesAndHears(page: Page, name: string): Promise<void> {
  await expectMoving(tileOf(page, name).locator('video'));
  await expectHears(page, await page.locator('.tile:not([data-local])').count());
  // A fake microphone beeps: between two beeps, the level is 0.
  const highest = () =>
    tileOf(page, name)
      .locator('.level')
      .evaluate((element: HTMLElement & { highest?: number }) => {
        const now = () => Number(element.style.getPropertyValue('--level'));
        if (element.highest === undefined)
          new MutationObserver(() => (element.highest = Math.max(element.highest ?? 0, now()))).observe(element, {
            attributeFilter: ['style'],
          });
        element.highest ??= now();
        return element.highest;
      });
  await expect.poll(highest, { timeout: 45_000 }).toBeGreaterThan(0);
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** The controls of a call: some have more in their name, such as a number. */
export const control = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: words.call.controls }).getByRole('button', { name });
export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Opens a link, or goes back after a call, and waits at the door until the devices are open. */
export async function openDoor(page: Page, link: string): Promise<void> {
  const again = button(page, words.ended.again);
  if (await again.isVisible()) await again.click();
  else await page.goto(link);
  await expect(page.getByLabel(words.door.name)).toBeVisible();
  await expect.poll(async () => (await held(page)).tracks.sort()).toEqual(['audio', 'video']);
}

/** Enters as the host. */
export async function enterAsHost(page: Page, link: string, name: string): Promise<void> {
  await openDoor(page, link);
  await page.getByLabel(words.door.name).fill(name);
  await button(page, words.door.hostJoin).click();
  await expect(title(page, words.call.title)).toBeVisible();
}

/** Enters as a visitor, whom the host lets in. */
export async function enterAsVisitor(page: Page, link: string, name: string, host: Page): Promise<void> {
  await openDoor(page, link);
  await page.getByLabel(words.door.name).fill(name);
  await button(page, words.door.join).click();
  await expect(title(page, words.knocking.title)).toBeVisible();
  await host
    .getByRole('group', { name: words.knocks.one.replace('{name}', name) })
    .getByRole('button', { name: words.knocks.admit })
    .click();
  await expect(title(page, words.call.title)).toBeVisible();
}

/** How somebody presses a control, and writes into a field. */
export interface Hands {
  press: (control: Locator) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
}

export const MOUSE: Hands = { press: (control) => control.click(), write: (field, text) => field.fill(text) };

/** Keys alone, from wherever the focus is. */
export const KEYBOARD: Hands = {
  async press(control) {
    await control.waitFor();
    await tabTo(control.page(), control);
    await control.page().keyboard.press((await control.getAttribute('type')) === 'radio' ? 'Space' : 'Enter');
  },
  async write(field, text) {
    await field.waitFor();
    await tabTo(field.page(), field);
    await field.page().keyboard.press('ControlOrMeta+a');
    await field.page().keyboard.type(text);
  },
};

/** Leaves; a host leaves the others behind. */
export async function leave(page: Page, { press } = MOUSE): Promise<void> {
  await press(control(page, words.call.leave));
  const only = button(page, words.call.leaveOnly);
  const left = title(page, words.ended.kinds.left.title);
  await expect(only.or(left)).toBeVisible();
  if (await only.isVisible()) await press(only);
  await expect(left).toBeVisible();
}

interface Fixtures {
  /** What may appear in the consoles of the pages that `open` opens. */
  tolerated: RegExp[];
  /** Opens a page in a browser of its own. Fails the test on errors in its console, as `page` does. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = deskTest.extend<Fixtures>({
  tolerated: async ({}, use) => {
    await use([]);
  },
  open: async ({ browser, tolerated }, use) => {
    const pages: Page[] = [];
    const errors: string[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      await context.addInitScript(() => {
        // The headless shell crashes when it is asked for speech recognition on the device.
        if ('SpeechRecognition' in window) Reflect.deleteProperty(window.SpeechRecognition as object, 'available');
      });
      await watchMedia(context);
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`));
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
    expect(
      errors.filter((error) => !tolerated.some((expected) => expected.test(error))),
      'errors in the consoles',
    ).toEqual([]);
  },
});
