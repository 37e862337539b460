import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRooms, type Rooms } from '../../functions/_shared/daily.ts';

interface Asked {
  request: string;
  key: string | undefined;
  body: unknown;
}

let asked: Asked[];
let answers: [number, unknown][];
let rooms: Rooms;
let close: () => Promise<unknown>;
beforeEach(async () => {
  asked = [];
  const read = async (request: IncomingMessage) => {
    const body = await text(request);
    asked.push({
      request: `${request.method} ${request.url}`,
      key: request.headers.authorization,
      body: body === '' ? undefined : JSON.parse(body),
    });
  };
  const server = createServer((request, response) => {
    void read(request).then(() => {
      const [status, answer] = answers.shift() ?? [500, {}];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  rooms = openRooms({ dailyUrl: `http://127.0.0.1:${port}/v1`, dailyKey: 'the key' });
  close = () => new Promise((done) => server.close(done));
});
afterEach(() => close());

const HOURS = { opens: 1_000_900, closes: 2_000_000 };
const ROOM = {
  privacy: 'private',
  properties: { nbf: 1000, exp: 2000, eject_at_room_exp: true, enable_knocking: true, max_participants: 6 },
};
const EXISTS = [400, { error: 'invalid-request-error', info: 'a room named b-1 already exists' }] as [number, unknown];
const GONE = [404, { error: 'not-found' }] as [number, unknown];
const URL = 'https://example.daily.co/b-1';

it('makes a private room with the key, and nothing more than it needs', async () => {
  answers = [[200, { url: URL }]];
  expect(await rooms.ensure('b-1', HOURS)).toBe(URL);
  expect(asked).toEqual([{ request: 'POST /v1/rooms', key: 'Bearer the key', body: { name: 'b-1', ...ROOM } }]);
});

it('takes a room that exists with these hours, so that it can be made twice', async () => {
  answers = [EXISTS, [200, { url: URL, config: ROOM.properties }]];
  expect(await rooms.ensure('b-1', HOURS)).toBe(URL);
  expect(asked.slice(1)).toMatchObject([{ request: 'GET /v1/rooms/b-1', body: undefined }]);
});

it('makes a room anew when its call was moved: whoever is in it has to go', async () => {
  answers = [EXISTS, [200, { url: URL, config: { nbf: 500, exp: 2000 } }], [200, {}], [200, { url: URL }]];
  expect(await rooms.ensure('b-1', HOURS)).toBe(URL);
  expect(asked.slice(2)).toMatchObject([
    { request: 'DELETE /v1/rooms/b-1' },
    { request: 'POST /v1/rooms', body: { name: 'b-1', ...ROOM } },
  ]);
});

it('takes the room that others have made anew in the meantime', async () => {
  const old = { url: URL, config: { nbf: 500, exp: 2000 } };
  answers = [EXISTS, [200, old], GONE, EXISTS, GONE, EXISTS, [200, { url: URL, config: ROOM.properties }]];
  expect(await rooms.ensure('b-1', HOURS)).toBe(URL);
  // A second one could remove the new room.
  expect(asked.filter(({ request }) => request.startsWith('DELETE'))).toHaveLength(1);
});

it('gives up a room that is always removed by others', async () => {
  answers = Array.from({ length: 20 }, (_, index) => (index % 2 ? GONE : EXISTS));
  await expect(rooms.ensure('b-1', HOURS)).rejects.toThrow('Daily answered 400 to a room: invalid-request-error');
});

it('makes an owner’s token that ends when it is told to, and puts nobody out then', async () => {
  answers = [[200, { token: 'a.b.c' }]];
  expect(await rooms.hostToken('b-1', 'Ada', 1_500_900)).toBe('a.b.c');
  const properties = { room_name: 'b-1', is_owner: true, user_name: 'Ada', exp: 1500, eject_at_token_exp: false };
  expect(asked).toMatchObject([{ request: 'POST /v1/meeting-tokens', body: { properties } }]);
});

it('removes a room, also one that is not there', async () => {
  answers = [[200, { deleted: true }], GONE];
  await rooms.remove('b-1');
  await rooms.remove('b-1');
  expect(asked).toMatchObject([{ request: 'DELETE /v1/rooms/b-1', body: undefined }, {}]);
});

it.each<[string, () => Promise<unknown>]>([
  ['a room', () => rooms.ensure('b-1', HOURS)],
  ['a token', () => rooms.hostToken('b-1', 'Ada', 1_500_900)],
  ['the end of a room', () => rooms.remove('b-1')],
])('reports the refusal of %s with its name only: the rest may repeat what was sent', async (what, act) => {
  answers = [[401, { error: 'authentication-error', info: 'the key "the key" is wrong' }]];
  await expect(act()).rejects.toThrow(new Error(`Daily answered 401 to ${what}: authentication-error`));
  answers = [[502, '<html>']];
  await expect(act()).rejects.toThrow(new Error(`Daily answered 502 to ${what}`));
});

it('takes no answer without an address or a token for one', async () => {
  answers = [
    [200, {}],
    [200, 'null'],
  ];
  await expect(rooms.ensure('b-1', HOURS)).rejects.toThrow('Daily answered 200 to a room');
  await expect(rooms.hostToken('b-1', 'Ada', 1_500_900)).rejects.toThrow('Daily answered 200 to a token');
});
