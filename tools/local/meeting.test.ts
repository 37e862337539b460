import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GRACE_MS, openMeeting, type Meeting } from './meeting/meeting.ts';
import type { Room, RoomConfig } from './meeting/rest.ts';
import type { Down, Fatal, Shown, Up } from './meeting/signals.ts';
import { makeToken } from './meeting/tokens.ts';

const KEY = 'daily-key';
const SENDING: Omit<Shown, 'name'> = { audio: true, video: true, screenVideo: false, screenAudio: false };
const room = (config: RoomConfig = {}, privacy: Room['privacy'] = 'private'): Room => ({
  id: '1',
  name: 'b-1',
  api_created: true,
  privacy,
  url: 'http://127.0.0.1/b-1',
  created_at: '',
  config: { enable_knocking: true, ...config },
});

let meeting: Meeting;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  meeting = openMeeting(room(), KEY);
});
afterEach(() => vi.useRealTimers());

/** Somebody who has entered. */
function enter(name: string, token?: string) {
  const entered = meeting.enter({ shown: { ...SENDING, name }, ...(token !== undefined && { token }) });
  if ('refused' in entered) throw new Error(entered.refused.type);
  const { id, key } = entered;
  let sent = 0;
  const connection = new AbortController();
  /** What this page has heard since, in a new connection. */
  async function heard(after = 0): Promise<Down[]> {
    const stream = meeting.listen(id, key, after, connection.signal);
    if (!stream) throw new Error('not in the room');
    const reader = stream.getReader();
    const signals: Down[] = [];
    for (;;) {
      // Everything that was sent is there at once.
      const read = await Promise.race([reader.read(), Promise.resolve(undefined).then(() => undefined)]);
      if (!read?.value) return signals;
      const line = new TextDecoder().decode(read.value).trim();
      if (line) signals.push(JSON.parse(line) as Down);
    }
  }
  return {
    ...entered,
    heard,
    disconnect: () => connection.abort(),
    send: (...messages: Up[]) => {
      const first = sent;
      sent += messages.length;
      return meeting.take(id, key, first, messages);
    },
    sendAgain: (first: number, ...messages: Up[]) => meeting.take(id, key, first, messages),
  };
}
const host = (name = 'Grace') => enter(name, makeToken({ room_name: 'b-1', is_owner: true, user_name: name }, KEY));
const guest = (name: string) => enter(name, makeToken({ room_name: 'b-1' }, KEY));
const refusal = (token?: string): Fatal | undefined => {
  const entered = meeting.enter({ shown: { ...SENDING, name: 'Ada' }, ...(token !== undefined && { token }) });
  return 'refused' in entered ? entered.refused : undefined;
};
const kinds = (signals: Down[]) => signals.map((signal) => Object.keys(signal)[0]);

it('whoever comes later is told who is here, and the earlier ones who came', async () => {
  const grace = host();
  const ada = guest('Ada');
  expect(await ada.heard()).toMatchObject([{ entered: [{ id: grace.id, owner: true }] }]);
  expect(await grace.heard()).toMatchObject([{ entered: [] }, { came: { id: ada.id, owner: false } }]);
});

it('a token’s name counts, not the page’s', () => {
  expect(host('Grace').name).toBe('Grace');
  expect(guest('Ada').name).toBe('Ada');
});

it('whoever has no token waits in the lobby, and hears and tells nothing', async () => {
  const grace = host();
  const ada = enter('Ada');
  expect(ada.level).toBe('lobby');
  ada.send({ app: 'hello', to: '*' }, { eject: true, to: '*' }, { decide: ada.id, granted: true });
  grace.send({ app: 'inside', to: '*' });
  expect(await ada.heard()).toEqual([]);
  expect(await grace.heard()).toEqual([{ entered: [], waiting: [] }]);
});

it('only an owner hears a knock and decides', async () => {
  const [grace, joan, ada] = [host(), guest('Joan'), enter('Ada')];
  ada.send({ knock: 'Ada' });
  ada.send({ knock: 'Ada L.' });
  joan.send({ decide: ada.id, granted: true });
  expect(await ada.heard()).toEqual([]);
  expect(kinds(await joan.heard())).toEqual(['entered']);
  grace.send({ decide: ada.id, granted: true });
  expect(kinds(await ada.heard())).toEqual(['granted', 'entered']);
  expect(await grace.heard()).toMatchObject([
    { entered: [] },
    { came: { id: joan.id } },
    { waiting: { id: ada.id, name: 'Ada' }, is: 'added' },
    { waiting: { id: ada.id, name: 'Ada L.' }, is: 'updated' },
    { is: 'removed' },
    { came: { id: ada.id } },
  ]);
});

it('only an owner mutes and removes', async () => {
  const [grace, joan] = [host(), guest('Joan')];
  joan.send({ mute: { audio: false }, to: grace.id }, { eject: true, to: grace.id });
  expect(kinds(await grace.heard())).toEqual(['entered', 'came']);
  grace.send({ mute: { audio: false }, to: joan.id });
  expect((await joan.heard()).at(-1)).toEqual({ muted: { audio: false } });
  grace.send({ eject: true, to: '*' });
  expect(joan.send({ app: 'still here', to: '*' })).toBe(false);
  expect(grace.send({ app: 'alone', to: '*' })).toBe(true);
});

it('a message that is sent again counts once, and nobody sends for another', async () => {
  const [grace, joan] = [host(), guest('Joan')];
  const hello: Up = { app: 'hello', to: '*' };
  joan.send(hello);
  joan.sendAgain(0, hello, { app: 'and more', to: '*' });
  const apps = (await grace.heard()).flatMap((signal) => ('app' in signal ? [signal.app] : []));
  expect(apps).toEqual(['hello', 'and more']);
  expect(meeting.take(joan.id, grace.key, 2, [hello])).toBe(false);
  expect(meeting.listen(joan.id, 'guessed', 0, new AbortController().signal)).toBeUndefined();
});

it('a page that reconnects hears what it has missed, and the others that it is back', async () => {
  const [grace, joan] = [host(), guest('Joan')];
  expect(await joan.heard()).toHaveLength(1);
  joan.disconnect();
  grace.send({ app: 'missed', to: '*' });
  vi.advanceTimersByTime(GRACE_MS);
  meeting.tick();
  expect(await joan.heard(1)).toMatchObject([{ app: 'missed' }]);
  expect((await grace.heard()).at(-1)).toEqual({ back: joan.id });
});

it('a page that stays away is out after a while', async () => {
  const [grace, joan] = [host(), guest('Joan')];
  await joan.heard();
  joan.disconnect();
  await grace.heard();
  vi.advanceTimersByTime(GRACE_MS + 1);
  meeting.tick();
  expect((await grace.heard()).at(-1)).toEqual({ went: joan.id });
});

it('time, token and number decide who may enter', () => {
  const token = (properties: object) => makeToken({ room_name: 'b-1', ...properties }, KEY);
  meeting.configure(room({ nbf: 1001 }));
  expect(refusal()).toMatchObject({ type: 'nbf-room' });
  meeting.configure(room({ exp: 1000 }));
  expect(refusal()).toMatchObject({ type: 'exp-room' });
  meeting.configure(room({ enable_knocking: false }));
  expect(refusal()).toMatchObject({ type: 'not-allowed' });
  meeting.configure(room());
  expect(refusal('forged')).toMatchObject({ type: 'not-allowed' });
  expect(refusal(token({ nbf: 1001 }))).toMatchObject({ type: 'nbf-token' });
  expect(refusal(token({ exp: 1000 }))).toMatchObject({ type: 'exp-token' });
  meeting.configure(room({ max_participants: 1 }));
  expect(refusal(token({}))).toBeUndefined();
  expect(refusal(token({}))).toMatchObject({ type: 'meeting-full' });
});

it('somebody whom a full room lets in is told that it is full', async () => {
  meeting.configure(room({ max_participants: 2 }));
  const [grace, ada] = [host(), enter('Ada')];
  const stream = meeting.listen(ada.id, ada.key, 0, new AbortController().signal);
  ada.send({ knock: 'Ada' });
  guest('Joan');
  grace.send({ decide: ada.id, granted: true });
  expect(await new Response(stream ?? null).text()).toMatch(/"granted":false.*\n.*"over":{"type":"meeting-full"/);
});

it('at the end of the room, or of a token that says so, people are out', () => {
  meeting.configure(room({ exp: 1010 }));
  const [grace, joan] = [host(), enter('Joan', makeToken({ exp: 1005, eject_at_token_exp: true }, KEY))];
  const isIn = ({ send }: typeof grace) => send({ app: '', to: '*' });
  vi.advanceTimersByTime(5000);
  meeting.tick();
  expect([isIn(grace), isIn(joan)]).toEqual([true, false]);
  vi.advanceTimersByTime(5000);
  meeting.tick();
  expect(isIn(grace)).toBe(true);
  meeting.configure(room({ exp: 1010, eject_at_room_exp: true }));
  meeting.tick();
  expect(isIn(grace)).toBe(false);
});
