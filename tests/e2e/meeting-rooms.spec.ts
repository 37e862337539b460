/** The local video rooms: the real daily-js in two and three browsers, against the call machine that stands in for Daily's. */
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { expect, test, type Guest, type Rooms } from '../setup/meeting-page.ts';

/** People of one room, by their names. */
type Met = Record<string, Guest>;

const SOON = { timeout: 30_000 };
const moves = ({ client }: Guest, name: string, what?: 'screenVideo') =>
  client.evaluate((client, [name, what]) => client.moves(name, what), [name, what] as const);
const loudest = ({ client }: Guest, name: string) => client.evaluate((client, name) => client.loudest(name), name);
const idOf = ({ client }: Guest, name: string) => client.evaluate((client, name) => client.id(name), name);
const actions = async (guest: Guest, ...names: string[]) =>
  (await guest.events(...names)).map(({ action }) => String(action));

/** Expects that somebody sees and hears somebody else. */
async function expectSeenAndHeard(by: Guest, name: string): Promise<void> {
  await expect.poll(() => moves(by, name), { message: `sees ${name}`, ...SOON }).toBe(true);
  await expect.poll(() => loudest(by, name), { message: `hears ${name}`, ...SOON }).toBeGreaterThan(0.01);
}

/** Expects that everybody sees and hears all the others. */
async function expectMet(met: Met): Promise<void> {
  const all = Object.keys(met)
    .map((name) => `${name}: audio video`)
    .sort();
  for (const guest of Object.values(met)) await expect.poll(() => guest.people(), SOON).toEqual(all);
  for (const [mine, guest] of Object.entries(met))
    for (const name of Object.keys(met)) if (name !== mine) await expectSeenAndHeard(guest, name);
}

/** Everybody joins a new room at once, and meets. */
async function meetIn(rooms: Rooms, met: Met): Promise<void> {
  await rooms.make();
  const joined = await Promise.all(Object.entries(met).map(([name, guest]) => guest.join({ name })));
  expect(joined).toEqual(joined.map(() => 'joined'));
  await expectMet(met);
}

async function meet<Name extends string>(rooms: Rooms, ...names: Name[]): Promise<Record<Name, Guest>> {
  const guests = await Promise.all(names.map(async (name) => [name, await rooms.guest()] as const));
  const met = Object.fromEntries(guests) as Record<Name, Guest>;
  await meetIn(rooms, met);
  return met;
}

/** An owner is in a private room, and a visitor knocks. */
async function knock(rooms: Rooms, properties: object = {}) {
  const room = await rooms.make({ enable_knocking: true, ...properties }, 'private');
  const token = await rooms.token({ room_name: room, is_owner: true, user_name: 'Grace' });
  const [host, visitor] = [await rooms.guest(), await rooms.guest()];
  expect(await host.join({ name: 'ignored', token })).toBe('joined');
  expect(await visitor.join({ name: 'Ada' })).toBe('joined');
  expect(await visitor.people()).toEqual(['Ada: audio video']);
  const asked = await visitor.client.evaluateHandle((client) => ({
    answer: client.call.requestAccess({ name: 'Ada L.' }),
  }));
  await expect
    .poll(async () => (await host.client.evaluate((client) => client.waiting())).map(({ name }) => name))
    .toEqual(['Ada L.']);
  const decide = (granted: boolean) =>
    host.client.evaluate(
      (client, grantRequestedAccess) =>
        client.call.updateWaitingParticipant(client.waiting()[0]?.id ?? '', { grantRequestedAccess }),
      granted,
    );
  return { room, host, visitor, decide, answer: () => asked.evaluate(({ answer }) => answer) };
}

test('two people see and hear each other', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada } = await meet(rooms, 'Ada', 'Grace');
  const [counts] = (await Ada.events('participant-counts-updated')).slice(-1);
  expect(counts?.['participantCounts']).toEqual({ present: 2, hidden: 0 });
  expect(await actions(Ada, 'error')).toEqual([]);
});

test('three people see and hear each other, and one speaker is the active one', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada } = await meet(rooms, 'Ada', 'Grace', 'Joan');
  await expect.poll(() => actions(Ada, 'active-speaker-change')).not.toEqual([]);
});

test('three people meet twenty times in a row, and leave nothing open', EXHAUSTIVE, async ({ rooms }) => {
  test.setTimeout(600_000);
  const met = await meet(rooms, 'Ada', 'Grace', 'Joan');
  for (let time = 1; time <= 20; time += 1) {
    for (const { client } of Object.values(met)) {
      await client.evaluate((client) => client.leave());
      expect(await client.evaluate((client) => client.openConnections())).toBe(0);
    }
    if (time < 20) await meetIn(rooms, met);
  }
  for (const guest of Object.values(met)) expect(await actions(guest, 'error', 'network-connection')).toEqual([]);
});

test('a person without any device sees and hears the others', EXHAUSTIVE, async ({ rooms }) => {
  await rooms.make();
  const [ada, grace] = [await rooms.guest(), await rooms.guest()];
  await ada.join({ name: 'Ada', devices: false });
  await grace.join({ name: 'Grace' });
  await expect.poll(() => grace.people(), SOON).toEqual(['Ada:', 'Grace: audio video']);
  await expectSeenAndHeard(ada, 'Grace');
});

test('muting and stopping the camera is seen by the others, and can be undone', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada, Grace } = await meet(rooms, 'Ada', 'Grace');
  await Ada.client.evaluate(({ call }) => call.setLocalAudio(false));
  for (const guest of [Ada, Grace])
    await expect.poll(() => guest.people()).toEqual(['Ada: video', 'Grace: audio video']);
  await expect.poll(() => loudest(Grace, 'Ada'), SOON).toBe(0);
  await Ada.client.evaluate(({ call }) => call.setLocalVideo(false));
  for (const guest of [Ada, Grace]) await expect.poll(() => guest.people()).toEqual(['Ada:', 'Grace: audio video']);
  await Ada.client.evaluate(({ call }) => void call.setLocalAudio(true).setLocalVideo(true));
  await expectMet({ Ada, Grace });
});

test('another camera and microphone take the place of the first', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada, Grace } = await meet(rooms, 'Ada', 'Grace');
  const track = () => Ada.client.evaluate((client) => client.state('Ada', 'video')?.persistentTrack?.id);
  const before = await track();
  for (const kind of ['audio', 'video'] as const)
    await Ada.client.evaluate((client, kind) => client.replaceDevice(kind), kind);
  await Ada.client.evaluate((client) => client.stopFirstDevices());
  await expect.poll(track).not.toBe(before);
  await loudest(Grace, 'Ada');
  await expectMet({ Ada, Grace });
});

test('a camera and microphone can be added by somebody who joined without', EXHAUSTIVE, async ({ rooms }) => {
  await rooms.make();
  const [ada, grace] = [await rooms.guest(), await rooms.guest()];
  await ada.join({ name: 'Ada', devices: false });
  await grace.join({ name: 'Grace' });
  await expect.poll(() => grace.people(), SOON).toEqual(['Ada:', 'Grace: audio video']);
  for (const kind of ['audio', 'video'] as const)
    await ada.client.evaluate((client, kind) => client.replaceDevice(kind), kind);
  await expectMet({ Ada: ada, Grace: grace });
});

test('a shared screen is seen by the others beside the camera, until it is stopped', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada, Grace } = await meet(rooms, 'Ada', 'Grace');
  for (const end of ['stopped', 'ended by the browser'] as const) {
    await Ada.client.evaluate((client) => client.shareScreen());
    await expect.poll(() => Grace.people()).toContain('Ada: audio video screenVideo');
    for (const picture of ['screenVideo', undefined] as const)
      await expect.poll(() => moves(Grace, 'Ada', picture), SOON).toBe(true);
    await Ada.client.evaluate((client, end) => {
      if (end === 'stopped') client.call.stopScreenShare();
      else client.endScreen();
    }, end);
    await expect.poll(() => Grace.people()).toContain('Ada: audio video');
  }
  const told = ['local-screen-share-started', 'local-screen-share-stopped'] as const;
  await expect.poll(() => actions(Ada, ...told)).toEqual([...told, ...told]);
});

test('a message reaches everybody, or the one it is for', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada, Grace, Joan } = await meet(rooms, 'Ada', 'Grace', 'Joan');
  const from = await idOf(Ada, 'Ada');
  const text = 'ä"🙂'.repeat(500);
  await Ada.client.evaluate(({ call }, text) => call.sendAppMessage({ text }, '*'), text);
  await Ada.client.evaluate((client) => client.call.sendAppMessage('for you', client.id('Joan')));
  const heard = async (guest: Guest) =>
    (await guest.events('app-message')).map(({ data, fromId }) => ({ data, fromId }));
  await expect
    .poll(() => heard(Joan))
    .toEqual([
      { data: { text }, fromId: from },
      { data: 'for you', fromId: from },
    ]);
  expect(await heard(Grace)).toEqual([{ data: { text }, fromId: from }]);
  expect(await heard(Ada)).toEqual([]);
});

test('a visitor without a token knocks, and is let in by an owner', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor, decide, answer } = await knock(rooms);
  await decide(true);
  expect(await answer()).toEqual({ access: { level: 'full' }, granted: true });
  await expectMet({ Ada: visitor, Grace: host });
  expect(await host.client.evaluate((client) => client.waiting())).toEqual([]);
  expect(await actions(host, 'waiting-participant-added', 'waiting-participant-removed')).toEqual([
    'waiting-participant-added',
    'waiting-participant-removed',
  ]);
  // daily-js reports those who were there before.
  expect((await visitor.events('participant-joined')).map(({ participant }) => participant)).toEqual(['Grace']);
});

test('a visitor who is declined is told so, and is out', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor, decide, answer } = await knock(rooms);
  await decide(false);
  expect(await answer()).toEqual({ access: { level: 'lobby' }, granted: false });
  await expect.poll(() => actions(visitor, 'error', 'left-meeting')).toEqual(['error', 'left-meeting']);
  expect((await visitor.events('error'))[0]?.['error']).toMatchObject({ type: 'not-allowed' });
  expect(await host.people()).toEqual(['Grace: audio video']);
});

test(
  'an owner who comes later sees who is knocking, and one who goes knocks no longer',
  EXHAUSTIVE,
  async ({ rooms }) => {
    const { room, host, visitor } = await knock(rooms);
    const second = await rooms.guest();
    const token = await rooms.token({ room_name: room, is_owner: true, user_name: 'Joan' });
    await second.join({ name: '', token });
    const waits = async (guest: Guest) =>
      (await guest.client.evaluate((client) => client.waiting())).map(({ name }) => name);
    await expect.poll(() => waits(second)).toEqual(['Ada L.']);
    await visitor.page.close();
    for (const guest of [host, second]) await expect.poll(() => waits(guest)).toEqual([]);
  },
);

test(
  'nobody enters too early, too late, with a bad token, or a full or missing room',
  EXHAUSTIVE,
  async ({ rooms }) => {
    const now = Math.floor(Date.now() / 1000);
    const enter = async (token?: string) => {
      const guest = await rooms.guest();
      const joined = await guest.join({ name: 'Ada', devices: false, ...(token !== undefined && { token }) });
      expect(await actions(guest, 'error', 'left-meeting')).toEqual(['error', 'left-meeting']);
      expect(await guest.client.evaluate(({ call }) => call.meetingState())).toBe('error');
      return joined;
    };
    await rooms.make({ nbf: now + 600 });
    expect(await enter()).toBe('nbf-room');
    await rooms.make({ exp: now - 1 });
    expect(await enter()).toBe('exp-room');
    await rooms.make({}, 'private');
    expect(await enter()).toBe('not-allowed');
    expect(await enter('a.forged.token')).toBe('not-allowed');
    expect(await enter(await rooms.token({ room_name: 'another', is_owner: true }))).toBe('not-allowed');
    expect(await enter(await rooms.token({ nbf: now + 600 }))).toBe('nbf-token');
    expect(await enter(await rooms.token({ exp: now - 1 }))).toBe('exp-token');
    await rooms.make({ max_participants: 1 });
    expect(await (await rooms.guest()).join({ name: 'Grace' })).toBe('joined');
    expect(await enter()).toBe('meeting-full');
    await rooms.call('DELETE', `rooms/${await rooms.make()}`);
    expect(await enter()).toBe('no-room');
  },
);

test('when the time of a room is over, everybody is out', EXHAUSTIVE, async ({ rooms }) => {
  const room = await rooms.make({ eject_at_room_exp: true });
  const [ada, grace] = [await rooms.guest(), await rooms.guest()];
  await ada.join({ name: 'Ada' });
  await grace.join({ name: 'Grace' });
  await rooms.call('POST', `rooms/${room}`, { properties: { exp: Math.floor(Date.now() / 1000) } });
  for (const guest of [ada, grace]) {
    await expect.poll(() => actions(guest, 'error', 'left-meeting')).toEqual(['error', 'left-meeting']);
    expect((await guest.events('error'))[0]?.['error']).toMatchObject({ type: 'exp-room' });
  }
});

test('only an owner may mute or remove somebody', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor, decide } = await knock(rooms);
  await decide(true);
  await expectMet({ Ada: visitor, Grace: host });

  // daily-js sends what somebody without the right asks for; the room ignores it.
  await visitor.client.evaluate((client) => {
    client.call.updateParticipant(client.id('Grace'), { setAudio: false, eject: true });
    client.call.sendAppMessage('after that');
  });
  await expect.poll(() => actions(host, 'app-message')).toEqual(['app-message']);
  expect(await host.people()).toEqual(['Ada: audio video', 'Grace: audio video']);

  await host.client.evaluate((client) => client.call.updateParticipant(client.id('Ada'), { setAudio: false }));
  for (const guest of [host, visitor])
    await expect.poll(() => guest.people()).toEqual(['Ada: video', 'Grace: audio video']);
  const audio = await visitor.client.evaluate((client) => client.state('Ada', 'audio')?.off);
  expect(audio).toEqual({ byRemoteRequest: true });
  await visitor.client.evaluate(({ call }) => call.setLocalAudio(true));
  await expect.poll(() => host.people()).toEqual(['Ada: audio video', 'Grace: audio video']);

  await host.client.evaluate((client) => client.call.updateParticipant(client.id('Ada'), { eject: true }));
  await expect.poll(() => actions(visitor, 'error', 'left-meeting')).toEqual(['error', 'left-meeting']);
  expect((await visitor.events('error'))[0]?.['error']).toMatchObject({ type: 'ejected' });
  await expect.poll(() => host.people()).toEqual(['Grace: audio video']);
});

test('an owner who ends it for all and leaves at once leaves nobody behind', EXHAUSTIVE, async ({ rooms }) => {
  const { host, visitor, decide } = await knock(rooms);
  await decide(true);
  await expectMet({ Ada: visitor, Grace: host });
  await host.client.evaluate(({ call }) => {
    call.sendAppMessage('goodbye');
    call.updateParticipants({ '*': { eject: true } });
    return call.leave();
  });
  await expect
    .poll(() => actions(visitor, 'app-message', 'error', 'left-meeting'))
    .toEqual(['app-message', 'error', 'left-meeting']);
});

test('a room that is deleted ends for everybody', EXHAUSTIVE, async ({ rooms }) => {
  const room = await rooms.make();
  const guest = await rooms.guest();
  await guest.join({ name: 'Ada', devices: false });
  await rooms.call('DELETE', `rooms/${room}`);
  await expect.poll(() => actions(guest, 'error', 'left-meeting')).toEqual(['error', 'left-meeting']);
  expect((await guest.events('error'))[0]?.['error']).toMatchObject({ type: 'no-room' });
});

test(
  'after five seconds without a network, nothing is lost and everybody meets again',
  EXHAUSTIVE,
  async ({ rooms }) => {
    const { Ada, Grace } = await meet(rooms, 'Ada', 'Grace');
    const network = async () =>
      (await Ada.events('network-connection')).filter(({ type }) => type === 'signaling').map(({ event }) => event);
    await Ada.page.context().setOffline(true);
    const lostAt = Date.now();
    await expect.poll(network).toEqual(['interrupted']);
    // Said on both sides while nothing gets through.
    await Ada.client.evaluate(({ call }) => void call.setLocalAudio(false).sendAppMessage('from Ada'));
    await Grace.client.evaluate(({ call }) => call.sendAppMessage('from Grace'));
    await expect.poll(() => Date.now() - lostAt).toBeGreaterThan(5000);
    expect(await network()).toEqual(['interrupted']);
    expect(await Grace.people()).toHaveLength(2);
    await Ada.page.context().setOffline(false);
    await expect.poll(network).toEqual(['interrupted', 'connected']);
    for (const [guest, data] of [
      [Ada, 'from Grace'],
      [Grace, 'from Ada'],
    ] as const)
      await expect.poll(async () => (await guest.events('app-message')).map((event) => event['data'])).toEqual([data]);
    await expect.poll(() => Grace.people()).toEqual(['Ada: video', 'Grace: audio video']);
    await Ada.client.evaluate(({ call }) => call.setLocalAudio(true));
    await expectMet({ Ada, Grace });
    expect(await actions(Ada, 'error', 'left-meeting')).toEqual([]);
  },
);

test('whoever comes back after the room is gone is told that the connection is lost', EXHAUSTIVE, async ({ rooms }) => {
  const room = await rooms.make();
  const guest = await rooms.guest();
  await guest.join({ name: 'Ada', devices: false });
  await guest.page.context().setOffline(true);
  await expect.poll(() => actions(guest, 'network-connection')).toEqual(['network-connection']);
  await rooms.call('DELETE', `rooms/${room}`);
  await guest.page.context().setOffline(false);
  await expect.poll(() => actions(guest, 'error', 'left-meeting')).toEqual(['error', 'left-meeting']);
  expect((await guest.events('error'))[0]?.['error']).toMatchObject({
    type: 'connection-error',
    details: { on: 'signaling' },
  });
});

test(
  'leaving tells the others, and closes every connection but no device of the page',
  EXHAUSTIVE,
  async ({ rooms }) => {
    const { Ada, Grace } = await meet(rooms, 'Ada', 'Grace');
    await Ada.client.evaluate(({ call }) => call.leave());
    await expect.poll(() => Grace.people()).toEqual(['Grace: audio video']);
    expect(await Ada.client.evaluate((client) => client.openConnections())).toBe(0);
    expect(await Ada.client.evaluate((client) => client.liveTracks())).toBe(2);
    expect(await actions(Ada, 'left-meeting', 'error')).toEqual(['left-meeting']);
    await expect.poll(() => Grace.client.evaluate((client) => client.openConnections())).toBe(0);
  },
);

test('closing the page tells the others, and the rest of the call goes on', EXHAUSTIVE, async ({ rooms }) => {
  const { Ada, Grace, Joan } = await meet(rooms, 'Ada', 'Grace', 'Joan');
  await Joan.page.close();
  await expectMet({ Ada, Grace });
  for (const guest of [Ada, Grace])
    await expect.poll(() => guest.client.evaluate((client) => client.openConnections())).toBe(1);
});
