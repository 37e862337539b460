/** The adapter for video calls (src/video) in the local rooms: two and three browsers. */
import getPort from 'get-port';
import type { Browser, JSHandle, Page } from 'playwright/test';
import { serveMeetings, type MeetingRooms } from '../../tools/local/meeting/server.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import type { Ending, Person } from '../../src/video/meeting-state.ts';
import { expect, expectPhase, openMeeting, state, test as base, tracks, type Probe } from '../setup/video-page.ts';

const KEY = 'key-of-the-rooms';
const SOON = { timeout: 30_000 };

interface Guest {
  page: Page;
  probe: JSHandle<Probe>;
}
interface Rooms {
  guest(): Promise<Guest>;
  /** Makes a room. Returns its address and a host's token. */
  make(properties?: object): Promise<{ url: string; token: string }>;
}

let count = 0;
const test = base.extend<{ rooms: Rooms }, { served: MeetingRooms }>({
  served: [
    async ({}, use) => {
      const served = await serveMeetings(await getPort(), KEY);
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  rooms: async ({ browser, served, pages }, use) => {
    const guests: Guest[] = [];
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${KEY}` };
      const response = await fetch(`${served.apiUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, string>;
    };
    await use({
      async guest() {
        const guest = await openGuest(browser, pages.origin, served.url);
        guests.push(guest);
        return guest;
      },
      async make(properties = {}) {
        const name = `b-${++count}`;
        const room = { name, privacy: 'private', properties: { enable_knocking: true, ...properties } };
        const { url = '' } = await post('rooms', room);
        const owner = { properties: { room_name: name, is_owner: true, user_name: 'Host' } };
        const { token = '' } = await post('meeting-tokens', owner);
        return { url, token };
      },
    });
    for (const { page } of guests) await page.context().close();
  },
});

async function openGuest(browser: Browser, origin: string, rooms: string): Promise<Guest> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  const probe = await openMeeting(page, origin);
  await probe.evaluate((probe, bundleUrl) => probe.create({ bundleUrl }), `${rooms}/call-machine.js`);
  return { page, probe };
}

const join = ({ probe }: Guest, url: string, name: string, token: string | null = null) =>
  probe.evaluate(
    async ({ meeting }, [url, name, token]) => {
      await Promise.all([meeting.setAudio(true), meeting.setVideo(true)]);
      meeting.join({ url, token, name });
    },
    [url, name, token] as const,
  );

type Order = 'admit' | 'decline' | 'mute' | 'remove';
/** A host does something to somebody. */
const order = async ({ probe }: Guest, what: Order, name: string) =>
  probe.evaluate(
    ({ meeting }, [what, name]) => {
      const { waiting, people } = meeting.state.get();
      const id = [...waiting, ...people].find((person) => person.name === name)?.id;
      if (!id) throw new Error(`There is no ${name}.`);
      meeting[what](id);
    },
    [what, name] as const,
  );

/** A host is in the room, and a visitor knocks. */
async function knock(rooms: Rooms, properties: object = {}) {
  const room = await rooms.make(properties);
  const [host, visitor] = [await rooms.guest(), await rooms.guest()];
  await join(host, room.url, 'Host', room.token);
  await expectPhase(host.probe, 'in-call');
  await join(visitor, room.url, 'Ann');
  await expectPhase(visitor.probe, 'knocking');
  await expect.poll(async () => (await state(host.probe)).waiting).toMatchObject([{ name: 'Ann' }]);
  return { ...room, host, visitor };
}

async function meet(rooms: Rooms, properties: object = {}) {
  const met = await knock(rooms, properties);
  await order(met.host, 'admit', 'Ann');
  await expectPhase(met.visitor.probe, 'in-call');
  await expectMet(met.host, 'Ann');
  await expectMet(met.visitor, 'Host');
  return met;
}

/** Somebody else, without what can't be copied out of the page. */
const person = ({ probe }: Guest, name: string): Promise<Omit<Person, 'tracks'> | undefined> =>
  probe.evaluate(({ meeting }, name) => {
    const { tracks: _, ...person } =
      meeting.state.get().people.find((person) => person.name === name && !person.local) ?? ({} as Person);
    return person.id ? person : undefined;
  }, name);

/** Expects that somebody sees a moving picture of somebody else, and hears them. */
async function expectMet(guest: Guest, name: string): Promise<void> {
  await expect.poll(() => person(guest, name), SOON).toMatchObject({ audio: true, video: true });
  await expect.poll(() => plays(guest, name, 'video'), SOON).toBeGreaterThan(0);
  // The level of a remote track is 0 unless the page plays it.
  await expect.poll(async () => (await person(guest, name))?.level ?? 0, SOON).toBeGreaterThan(0);
}

/** The width of somebody's picture, once it moves. Plays their sound, too. */
const plays = ({ probe }: Guest, name: string, kind: 'video' | 'screen') =>
  probe.evaluate(
    ({ meeting }, [name, kind]) => {
      const tracks = meeting.state.get().people.find((person) => person.name === name && !person.local)?.tracks;
      const id = `${name} ${kind}`;
      let video = document.getElementById(id) as HTMLVideoElement | null;
      if (!video) document.body.append((video = Object.assign(document.createElement('video'), { id })));
      const wanted = [tracks?.audio, tracks?.[kind]].filter((track) => track !== undefined);
      const shown = video.srcObject as MediaStream | null;
      if (String(shown?.getTracks().map(({ id }) => id)) !== String(wanted.map(({ id }) => id))) {
        video.srcObject = new MediaStream(wanted);
        void video.play().catch(() => undefined);
      }
      return video.currentTime > 0 && !video.paused ? video.videoWidth : 0;
    },
    [name, kind] as const,
  );

const live = async ({ probe }: Guest) => (await tracks(probe)).live;

test('a visitor is admitted, both see and hear each other, write, and leave', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  expect((await state(host.probe)).people.map(({ name, host }) => [name, host])).toEqual([
    ['Host', true],
    ['Ann', false],
  ]);
  expect((await state(host.probe)).waiting).toEqual([]);
  await host.probe.evaluate(({ meeting }) => meeting.sendChat('Hello, Ann'));
  await expect
    .poll(async () => (await state(visitor.probe)).messages)
    .toMatchObject([{ from: 'Host', own: false, text: 'Hello, Ann' }]);
  await visitor.probe.evaluate(({ meeting }) => meeting.leave());
  await expect.poll(async () => (await state(host.probe)).people.length).toBe(1);
  expect([await live(visitor), await live(host)]).toEqual([0, 2]);
});

test('whoever leaves the page leaves the call', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  await visitor.page.goto('about:blank');
  await expect.poll(async () => (await state(host.probe)).people.length).toBe(1);
});

test('a visitor who is declined is told so', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await knock(rooms);
  await order(host, 'decline', 'Ann');
  await expectPhase(visitor.probe, 'declined');
  expect(await live(visitor)).toBe(0);
  await expect.poll(async () => (await state(host.probe)).waiting).toEqual([]);
});

test('a host mutes a visitor, who can open the microphone again, and removes them', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  await order(host, 'mute', 'Ann');
  await expect.poll(async () => (await state(visitor.probe)).mutedByHost).toBe(true);
  await expect.poll(async () => (await person(host, 'Ann'))?.audio).toBe(false);
  await visitor.probe.evaluate(({ meeting }) => meeting.setAudio(true));
  await expect.poll(async () => (await person(host, 'Ann'))?.audio).toBe(true);
  await order(host, 'remove', 'Ann');
  await expectPhase(visitor.probe, 'removed');
  expect(await live(visitor)).toBe(0);
});

test('a visitor can neither mute nor remove a host, nor end the meeting for all', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  await order(visitor, 'mute', 'Host');
  await order(visitor, 'remove', 'Host');
  await visitor.probe.evaluate(({ meeting }) => meeting.endForAll());
  await expect.poll(async () => (await state(host.probe)).people.length).toBe(1);
  expect((await state(host.probe)).phase).toBe('in-call');
  expect((await state(host.probe)).people[0]?.audio).toBe(true);
});

test('a host ends the meeting for everybody, who are told that it was for all', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor, url } = await meet(rooms);
  const third = await rooms.guest();
  await join(third, url, 'Bob');
  await expect.poll(async () => (await state(host.probe)).waiting.length).toBe(1);
  await host.probe.evaluate(({ meeting }) => meeting.endForAll());
  await expectPhase(visitor.probe, 'ended-for-all');
  await expectPhase(third.probe, 'declined');
  expect([await live(host), await live(visitor), await live(third)]).toEqual([0, 0, 0]);
});

test(
  'a camera goes off and on, and another device takes its place, without another offer',
  EXHAUSTIVE,
  async ({ rooms }) => {
    const { host, visitor } = await meet(rooms);
    await visitor.probe.evaluate(({ meeting }) => meeting.setVideo(false));
    await expect.poll(async () => (await person(host, 'Ann'))?.video).toBe(false);
    await visitor.probe.evaluate(({ meeting }) => meeting.setVideo(true));
    await expectMet(host, 'Ann');
    await visitor.probe.evaluate(async ({ meeting }) => {
      const { microphones } = meeting.state.get().devices;
      await meeting.setDevice('microphone', microphones.at(-1)?.id ?? '');
    });
    await expectMet(host, 'Ann');
  },
);

test('a visitor without devices is in the call, and opens the camera there', EXHAUSTIVE, async ({ rooms }) => {
  const { url, token } = await rooms.make();
  const [host, visitor] = [await rooms.guest(), await rooms.guest()];
  await join(host, url, 'Host', token);
  await visitor.probe.evaluate(({ meeting }, url) => meeting.join({ url, token: null, name: 'Ann' }), url);
  await expect.poll(async () => (await state(host.probe)).waiting.length).toBe(1);
  await order(host, 'admit', 'Ann');
  await expectMet(visitor, 'Host');
  expect(await person(host, 'Ann')).toMatchObject({ audio: false, video: false });
  await visitor.probe.evaluate(({ meeting }) => Promise.all([meeting.setVideo(true), meeting.setAudio(true)]));
  await expectMet(host, 'Ann');
});

test('a shared screen is seen, and is gone when it ends', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  await visitor.probe.evaluate(({ meeting }) => meeting.startScreen());
  await expect.poll(() => plays(host, 'Ann', 'screen'), SOON).toBe(1280);
  await visitor.probe.evaluate(({ meeting }) => meeting.stopScreen());
  await expect.poll(async () => (await person(host, 'Ann'))?.screen).toBe(false);
  expect(await live(visitor)).toBe(2);
});

test('after a lost network the call goes on', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  await visitor.page.context().setOffline(true);
  await expectPhase(visitor.probe, 'reconnecting');
  await visitor.page.context().setOffline(false);
  await expectPhase(visitor.probe, 'in-call');
  await expectMet(host, 'Ann');
  await expectMet(visitor, 'Host');
  await visitor.probe.evaluate(({ meeting }) => meeting.sendChat('Back'));
  await expect.poll(async () => (await state(host.probe)).messages).toMatchObject([{ text: 'Back' }]);
});

test('a bad connection is said in words to the others, too', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor } = await meet(rooms);
  const sayBad = () =>
    visitor.probe.evaluate((probe) => {
      const action = 'network-quality-change';
      probe.say({ action, state: { state: 'warning', reasons: [] }, threshold: 'low', quality: 50 });
    });
  // The package itself may say how it is, too.
  const quality = async () => {
    await sayBad();
    return (await person(host, 'Ann'))?.quality;
  };
  await expect.poll(quality).toBe('low');
});

test('a room that is not open yet, over or full says so', EXHAUSTIVE, async ({ rooms }) => {
  const now = Math.floor(Date.now() / 1000);
  const visitor = await rooms.guest();
  const enter = async (kind: Ending['kind'], properties: object) => {
    const { url, token } = await rooms.make(properties);
    if (kind === 'room-full') {
      const host = await rooms.guest();
      await join(host, url, 'Host', token);
      await expectPhase(host.probe, 'in-call');
    }
    await join(visitor, url, 'Ann', token);
    await expectPhase(visitor.probe, kind);
    expect(await live(visitor)).toBe(0);
  };
  await enter('not-yet-open', { nbf: now + 3600 });
  await enter('expired', { exp: now - 60 });
  await enter('room-full', { max_participants: 1 });
});

test('no room, and a token that is not ours, are said', EXHAUSTIVE, async ({ rooms }) => {
  const { url } = await rooms.make();
  const visitor = await rooms.guest();
  await join(visitor, `${url}0000`, 'Ann');
  await expectPhase(visitor.probe, 'no-room');
  await join(visitor, url, 'Ann', 'forged');
  await expectPhase(visitor.probe, 'not-allowed');
  expect(await live(visitor)).toBe(0);
});

test('two people leave and meet again in the same room', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor, url, token } = await meet(rooms);
  await Promise.all([host, visitor].map(({ probe }) => probe.evaluate(({ meeting }) => meeting.leave())));
  await join(host, url, 'Host', token);
  await join(visitor, url, 'Ann');
  await expect.poll(async () => (await state(host.probe)).waiting.length, SOON).toBe(1);
  await order(host, 'admit', 'Ann');
  await expectMet(host, 'Ann');
  await expectMet(visitor, 'Host');
});
