import { beforeEach, expect, it } from 'vitest';
import { openRest, type Room } from './meeting/rest.ts';
import { openRooms } from './meeting/rooms.ts';
import { readToken } from './meeting/tokens.ts';

const URL = 'http://127.0.0.1:54490';
const KEY = 'daily-key';
let rest: ReturnType<typeof openRest>;
let changes: (Room | undefined)[];
beforeEach(() => {
  changes = [];
  rest = openRest(URL, KEY, (_name, room) => changes.push(room));
});

async function ask(method: string, path: string, body?: unknown, key = KEY) {
  const request = new Request(`${URL}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await rest.answer(request, path.split('/'));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const BOOKED = {
  name: 'b-1',
  privacy: 'private',
  properties: {
    nbf: 1_000,
    exp: 2_000,
    eject_at_room_exp: true,
    enable_knocking: true,
    max_participants: 6,
    enable_chat: true,
    enable_screenshare: true,
    start_video_off: false,
  },
};

it('a room is made with its properties and an address', async () => {
  const { status, body } = await ask('POST', 'rooms', BOOKED);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'b-1', privacy: 'private', url: `${URL}/b-1`, config: BOOKED.properties });
  expect((await ask('GET', 'rooms/b-1')).body).toEqual(body);
  expect(changes).toEqual([body]);
});

it('a name is taken until its room is deleted', async () => {
  await ask('POST', 'rooms', BOOKED);
  const refused = { error: 'invalid-request-error', info: 'a room named b-1 already exists' };
  expect(await ask('POST', 'rooms', BOOKED)).toEqual({ status: 400, body: refused });
  expect(await ask('DELETE', 'rooms/b-1')).toEqual({ status: 200, body: { deleted: true, name: 'b-1' } });
  expect(changes.at(-1)).toBeUndefined();
  expect((await ask('POST', 'rooms', BOOKED)).status).toBe(200);
});

it('a room’s properties change one by one', async () => {
  await ask('POST', 'rooms', BOOKED);
  const { status, body } = await ask('POST', 'rooms/b-1', { properties: { exp: 3_000 } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ privacy: 'private', config: { ...BOOKED.properties, exp: 3_000 } });
  expect((await ask('POST', 'rooms/b-1', { name: 'other' })).status).toBe(400);
});

it.each(['GET', 'POST', 'DELETE'])('%s of a room that does not exist is not found', async (method) => {
  const answer = await ask(method, 'rooms/b-2', method === 'POST' ? {} : undefined);
  expect(answer).toEqual({ status: 404, body: { error: 'not-found', info: 'room b-2 not found' } });
});

it.each<[string, unknown, string]>([
  ['rooms', { ...BOOKED, public: false }, "unknown parameter 'public'"],
  ['rooms', { ...BOOKED, properties: { expires: 1 } }, "unknown parameter 'properties.expires'"],
  ['rooms', { ...BOOKED, properties: { constructor: 1 } }, "unknown parameter 'properties.constructor'"],
  ['rooms', { ...BOOKED, properties: { exp: '2000' } }, "'properties.exp' must be a whole number"],
  ['rooms', { ...BOOKED, properties: { exp: 1.5 } }, "'properties.exp' must be a whole number"],
  ['rooms', { ...BOOKED, properties: { enable_knocking: 'yes' } }, "'properties.enable_knocking' must be a boolean"],
  ['rooms', { ...BOOKED, properties: [] }, "'properties' must be a object"],
  ['rooms', { ...BOOKED, privacy: 'org' }, "'privacy' must be 'public' or 'private'"],
  ['rooms', { ...BOOKED, name: 'a b' }, "'a b' can't be a room's name"],
  ['rooms', { ...BOOKED, name: 'v1' }, "'v1' can't be a room's name"],
  ['rooms', '{', 'The body is not JSON.'],
  ['meeting-tokens', { room_name: 'b-1' }, "unknown parameter 'room_name'"],
  ['meeting-tokens', { properties: { owner: true } }, "unknown parameter 'properties.owner'"],
  ['meeting-tokens', { properties: { is_owner: 1 } }, "'properties.is_owner' must be a boolean"],
])('POST %s %j is refused, and nothing is made', async (path, body, info) => {
  expect(await ask('POST', path, body)).toEqual({ status: 400, body: { error: 'invalid-request-error', info } });
  expect(changes).toEqual([]);
});

it('without the API key, nothing is answered', async () => {
  for (const path of ['rooms', 'meeting-tokens'])
    expect((await ask('POST', path, {}, 'other')).body).toMatchObject({ error: 'authentication-error' });
  expect((await ask('GET', 'rooms/b-1', undefined, 'other')).status).toBe(401);
});

it('there are no other calls', async () => {
  for (const path of ['room', 'rooms/b-1/eject', 'meeting-tokens/b-1'])
    expect((await ask('POST', path, {})).status, path).toBe(404);
});

it('a token gives its holder a pass to its room only', async () => {
  const properties = { room_name: 'b-1', is_owner: true, user_name: 'Grace', exp: 2_000, eject_at_token_exp: false };
  const token = String((await ask('POST', 'meeting-tokens', { properties })).body['token']);
  const pass = { owner: true, name: 'Grace', nbf: 0, exp: 2_000, ejectAtExp: false };
  expect(readToken(token, 'b-1', KEY)).toEqual(pass);
  expect(readToken(token, 'b-2', KEY)).toBeUndefined();
  expect(readToken(token, 'b-1', 'other')).toBeUndefined();
  const [head, , signature] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ r: 'b-1', o: true })).toString('base64url');
  for (const bad of ['', 'a.b', `${head}.${forged}.${signature}`, `${token}.x`, `${token}=`])
    expect(readToken(bad, 'b-1', KEY)).toBeUndefined();
});

const SHOWN = { name: 'Ada', audio: true, video: true, screenVideo: false, screenAudio: false };
const TOLD = { id: 'id', key: 'key', first: 0 };

it.each<[string, object]>([
  ['enter', {}],
  ['enter', { shown: SHOWN, token: 5 }],
  ['enter', { shown: { ...SHOWN, name: ['Ada'] } }],
  ['messages', TOLD],
  ['messages', { ...TOLD, messages: {} }],
  ['messages', { ...TOLD, messages: ['\u001B[31mred'] }],
  ['messages', { ...TOLD, messages: [{ knock: 5 }] }],
  ['messages', { ...TOLD, messages: [{ leave: true, and: 'more' }] }],
  ['messages', { ...TOLD, first: 'one', messages: [] }],
])('a page that sends to %s what no page sends, %j, is refused without its words', async (what, body) => {
  const rooms = openRooms(URL, KEY);
  const answer = (sent: object) =>
    rooms.answerPage(new Request(URL, { method: 'POST', body: JSON.stringify(sent) }), 'b-1', what);
  await expect(answer(body)).rejects.toMatchObject({ status: 400, message: 'The body is not what a page sends.' });
  const right = what === 'enter' ? { shown: SHOWN } : { ...TOLD, messages: [{ knock: 'Ada' }, { app: null, to: '*' }] };
  expect((await answer(right)).ok).toBe(true);
  rooms.close();
});
