import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { makeSigningKey, type Claims } from '../../tools/local/auth/signing-key.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { listenTo, type Heard } from '../setup/desk-channel.ts';
import { claimsOf, openSignIn, signIn, tokenOf, withBothFactors, withStaff, type SignIn } from '../setup/sign-in.ts';
import { rawRequest } from '../setup/raw-request.ts';
import { submission, type Stack } from '../setup/stack.ts';

let project: SignIn;
let stack: Stack;
/** A member of staff who stays. */
let colleague: Awaited<ReturnType<typeof withStaff>>;
beforeAll(async () => {
  project = await openSignIn();
  stack = project.stack();
  colleague = await withStaff(project);
});
afterAll(() => project.stop());

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function listen(client: SupabaseClient, topic?: string, isPrivate?: boolean): Promise<Heard> {
  undo.push(() => client.removeAllChannels());
  return listenTo(client, topic, isPrivate);
}

/** Sends a form. Returns its id. */
async function request(): Promise<unknown> {
  const row = submission();
  expect((await stack.visitor().from('contact_submissions').insert(row)).error).toBeNull();
  return row['id'];
}

/** Has the database send a message. */
const send = (payload: object, topic = 'desk', isPrivate = true) =>
  stack.database`select realtime.send(${stack.database.json(payload as never)}, 'test', ${topic}, ${isPrivate})`;

const UNAUTHORIZED = {
  state: 'CHANNEL_ERROR',
  reason: 'Unauthorized: You do not have permissions to read from this Channel topic: desk',
};

describe('the private channel of the desk', () => {
  it('tells staff the kind and the id of a new request, and nothing else', async () => {
    const { first, messages } = await listen(colleague.client);
    expect(await first).toEqual({ state: 'SUBSCRIBED', reason: undefined });
    const id = await request();
    await vi.waitFor(() => expect(messages).toEqual([{ kind: 'contact_submissions', id }]));
  });

  it.each<[string, () => Promise<SupabaseClient>]>([
    ['nobody is signed in', () => Promise.resolve(project.client())],
    [
      'somebody has shown only a password',
      async () => {
        const client = project.client();
        await signIn(client, await project.account());
        return client;
      },
    ],
    ['somebody has shown both factors, but is not staff', async () => (await withBothFactors(project)).client],
    [
      'staff has shown only a password',
      async () => {
        const client = project.client();
        await signIn(client, colleague.account);
        return client;
      },
    ],
  ])('is closed if %s', async (_who, clientOf) => {
    const { first, messages } = await listen(await clientOf());
    expect(await first).toEqual(UNAUTHORIZED);
    const heard = await listen(colleague.client);
    await heard.first;
    await request();
    await vi.waitFor(() => expect(heard.messages).toHaveLength(1));
    expect(messages).toEqual([]);
  });

  it('is closed to tokens that have expired, are altered, or of another key', { tags: ['exhaustive'] }, async () => {
    const key = makeSigningKey(localKeys(stack.folder).signing);
    const claims = claimsOf(await tokenOf(colleague.client)) as Claims;
    const [head = '', body = '', signature = ''] = key.sign(claims).split('.');
    const tokens: [string, RegExp][] = [
      [
        key.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 5 }),
        /^InvalidJWTToken: Token has expired \d+ seconds ago$/,
      ],
      [makeSigningKey('another').sign(claims), /^JwtSignatureError: Failed to validate JWT signature$/],
      [`${head}.${body}.`, /^JwtSignatureError/],
      [
        `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url')}.${signature}`,
        /^JwtSignatureError/,
      ],
      ['none', /^MalformedJWT: The token provided is not a valid JWT$/],
    ];
    for (const [token, reason] of tokens) {
      const socket = await connect();
      const [, , , , payload] = await ask(socket, 'phx_join', { config: { private: true }, access_token: token });
      expect(payload).toEqual({ status: 'error', response: { reason: expect.stringMatching(reason) as string } });
    }
  });

  it('is closed when the token expires', async () => {
    const key = makeSigningKey(localKeys(stack.folder).signing);
    const claims = claimsOf(await tokenOf(colleague.client)) as Claims;
    const token = key.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 2 });
    const socket = await connect();
    const joined = await ask(socket, 'phx_join', { config: { private: true }, access_token: token });
    expect(joined[4]).toMatchObject({ status: 'ok' });
    const [, , , event, payload] = await next(socket);
    expect([event, payload]).toEqual([
      'system',
      { extension: 'system', status: 'error', message: 'Token has expired', channel: 'desk' },
    ]);
    expect((await next(socket))[3]).toBe('phx_close');
  });

  it('tells nothing more to a person, session or factor that was removed', { tags: ['exhaustive'] }, async () => {
    const removals: ((person: Awaited<ReturnType<typeof withStaff>>) => PromiseLike<unknown>)[] = [
      ({ account }) => project.team.rpc('remove_staff', { person: account.id }),
      ({ account }) => project.team.auth.admin.deleteUser(account.id),
      ({ account, factor }) => project.team.auth.admin.mfa.deleteFactor({ userId: account.id, id: factor.id }),
      ({ account }) => stack.database`delete from auth.sessions where user_id = ${account.id}`,
    ];
    const others = await listen(colleague.client);
    await others.first;
    for (const remove of removals) {
      const person = await withStaff(project);
      const { first, messages, states } = await listen(person.client);
      expect((await first).state).toBe('SUBSCRIBED');
      await remove(person);
      await send({ id: 'after' });
      await vi.waitFor(() => expect(states).toContain('CLOSED'));
      expect(messages).toEqual([]);
    }
    await vi.waitFor(() => expect(others.messages).toHaveLength(removals.length));
  });

  it(
    'is checked again with each new token, and closed if that one may not hear it',
    { tags: ['exhaustive'] },
    async () => {
      const { client, account } = await withStaff(project);
      const { first, states, messages } = await listen(client);
      await first;
      await client.auth.refreshSession();
      await client.realtime.setAuth();
      await send({ id: 'renewed' });
      await vi.waitFor(() => expect(messages).toHaveLength(1));
      await project.team.rpc('remove_staff', { person: account.id });
      await client.auth.refreshSession();
      await client.realtime.setAuth();
      await vi.waitFor(() => expect(states).toContain('CLOSED'));
    },
  );

  it('of another name is closed to staff, too', { tags: ['exhaustive'] }, async () => {
    expect((await (await listen(colleague.client, 'desk2')).first).state).toBe('CHANNEL_ERROR');
  });
});

describe('a public channel of the same name', () => {
  it('hears nothing of the private one, and staff nothing of it', async () => {
    const visitor = await listen(project.client(), 'desk', false);
    expect((await visitor.first).state).toBe('SUBSCRIBED');
    const staff = await listen(colleague.client);
    await staff.first;
    await send({ id: 'private' });
    await send({ id: 'public' }, 'desk', false);
    await vi.waitFor(() => expect(staff.messages).toEqual([{ id: 'private' }]));
    await vi.waitFor(() => expect(visitor.messages).toEqual([{ id: 'public' }]));
  });
});

describe('a client', () => {
  it('can’t send: neither by the channel nor by the API', async () => {
    const heard = await listen(colleague.client);
    await heard.first;
    await heard.channel.send({ type: 'broadcast', event: 'test', payload: { id: 'forged' } });
    const { apiUrl, publishableKey: apikey } = stack.backend;
    const response = await fetch(`${apiUrl}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey },
      body: '{}',
    });
    expect(response.status).toBe(404);
    await send({ id: 'real' });
    await vi.waitFor(() => expect(heard.messages).toEqual([{ id: 'real' }]));
  });

  it('needs a key of the project, and this machine’s own name', async () => {
    const { publishableKey } = stack.backend;
    expect(await statusOf(`apikey=${publishableKey}&vsn=2.0.0`, { host: 'evil.example' })).toBe(403);
    expect(await statusOf('vsn=2.0.0')).toBe(401);
    expect(await statusOf('apikey=sb_publishable_made_up&vsn=2.0.0')).toBe(401);
    expect(await statusOf(`apikey=${publishableKey}&vsn=1.0.0`)).toBe(400);
    expect(await statusOf(`apikey=${publishableKey}&vsn=2.0.0`, {}, '/realtime/v1/other')).toBe(404);
  });

  it('that offers another protocol elsewhere gets an ordinary answer', { tags: ['exhaustive'] }, async () => {
    const { apiUrl, publishableKey: apikey } = stack.backend;
    const headers = { apikey, connection: 'Upgrade, close', upgrade: 'h2c' };
    const { status } = await rawRequest(apiUrl, '/auth/v1/.well-known/jwks.json', { headers });
    expect(status).toBe(200);
  });

  it('gets at most 50 connections from one address, of 20 channels each', { tags: ['exhaustive'] }, async () => {
    const headers = { 'x-test-network': `${stack.networkKey} 10.99.0.1` };
    const sockets = await Promise.all(Array.from({ length: 50 }, () => connect(headers)));
    const query = `apikey=${stack.backend.publishableKey}&vsn=2.0.0`;
    expect(await statusOf(query, headers)).toBe(429);
    const [socket] = sockets;
    if (!socket) throw new Error('There are 50.');
    for (let channel = 0; channel < 20; channel++)
      expect((await ask(socket, 'phx_join', {}, `realtime:${channel}`))[4]).toMatchObject({ status: 'ok' });
    expect((await ask(socket, 'phx_join', {}, 'realtime:20'))[4]).toMatchObject({ status: 'error' });
    sockets.pop()?.terminate();
    await vi.waitFor(async () => expect(await statusOf(query, headers)).toBe(101));
  });

  it('that sends too much, or nonsense, harms only itself', { tags: ['exhaustive'] }, async () => {
    const [large, many, odd] = [await connect(), await connect(), await connect()];
    const closed = (socket: WebSocket) => new Promise<number>((done) => socket.once('close', done));
    const gone = closed(large);
    large.send('x'.repeat(64 * 1024 + 1));
    expect(await gone).toBe(1009);
    const flooded = closed(many);
    for (let count = 0; count < 1000; count++)
      many.send(JSON.stringify(['1', String(count), 'realtime:desk', 'phx_join', { config: { private: true } }]));
    await flooded;
    for (const nonsense of [
      '',
      'null',
      '[]',
      '[1,2,3]',
      '{"topic":"realtime:desk"}',
      '[null,null,"realtime:desk","phx_join",null]',
    ])
      odd.send(nonsense);
    odd.send(Buffer.from([3, 0, 0, 0]));
    expect((await ask(odd, 'heartbeat', {}, 'phoenix'))[4]).toMatchObject({ status: 'ok' });
  });

  it(
    'is disconnected when the backend stops, and can connect again after a restart',
    { tags: ['exhaustive'] },
    async () => {
      const before = stack.backend.pid();
      const socket = await connect();
      const gone = new Promise<number>((done) => socket.once('close', done));
      stack.backend.restart();
      expect([1001, 1006]).toContain(await gone);
      await vi.waitFor(() => expect(stack.backend.pid()).not.toBe(before), { timeout: 20_000 });
      expect((await ask(await connect(), 'heartbeat', {}, 'phoenix'))[4]).toMatchObject({ status: 'ok' });
    },
  );
});

/** A message of Phoenix: join reference, reference, topic, event, payload. */
type Frame = [unknown, unknown, string, string, unknown];

const address = (query: string, path = '/realtime/v1/websocket') =>
  `${stack.backend.apiUrl.replace('http', 'ws')}${path}?${query}`;

/** What a socket has received and nobody has looked at yet. */
const received = new WeakMap<WebSocket, Frame[]>();

/** Connects with the public key. */
async function connect(headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(address(`apikey=${stack.backend.publishableKey}&vsn=2.0.0`), { headers });
  received.set(socket, []);
  socket.on('message', (data: Buffer) => received.get(socket)?.push(JSON.parse(data.toString()) as Frame));
  undo.push(() => socket.terminate());
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed));
  return socket;
}

/** The next message of a socket. */
const next = (socket: WebSocket): Promise<Frame> =>
  vi.waitFor(
    () => {
      const frame = received.get(socket)?.shift();
      if (!frame) throw new Error('Nothing was received.');
      return frame;
    },
    { timeout: 10_000, interval: 5 },
  );

/** Sends a message, and returns what comes next. */
function ask(socket: WebSocket, event: string, payload: object, topic = 'realtime:desk'): Promise<Frame> {
  socket.send(JSON.stringify(['1', '1', topic, event, payload]));
  return next(socket);
}

/** The status of the answer to a request for a WebSocket. */
const statusOf = (query: string, headers: Record<string, string> = {}, path?: string) =>
  new Promise<number>((done) => {
    const socket = new WebSocket(address(query, path), { headers });
    undo.push(() => socket.terminate());
    socket.once('open', () => done(101));
    socket.once('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
