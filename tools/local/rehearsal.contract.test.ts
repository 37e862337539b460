import { request } from 'node:http';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import type { SpokenTurn } from './voice/room.ts';
import { serveRehearsal, type Rehearsal } from './voice/server.ts';
import { figure } from '../../tests/setup/figure.ts';

let port: number;
let url: string;
let rehearsal: Rehearsal;
beforeAll(async () => {
  port = await getPort();
  url = `http://127.0.0.1:${port}`;
  rehearsal = await serveRehearsal(port);
});
afterAll(() => rehearsal.close());

interface WebCall {
  id: string;
  webCallUrl: string;
}

const createCall = async (scenario = 'live'): Promise<WebCall> =>
  (await (await fetch(`${url}/${scenario}/call/web`, { method: 'POST', body: '{}' })).json()) as WebCall;

const say = async (room: string, text: unknown): Promise<SpokenTurn> =>
  (await (await fetch(`${room}/turns`, { method: 'POST', body: JSON.stringify({ text }) })).json()) as SpokenTurn;

describe('POST /call/web', () => {
  it('answers as the provider does', async () => {
    const response = await fetch(`${url}/live/call/web`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(201);
    const call = (await response.json()) as WebCall;
    expect(call).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      // The SDK does not accept a relative URL.
      webCallUrl: `${url}/live/rooms/${call.id}`,
      artifactPlan: { videoRecordingEnabled: false },
      assistant: { voice: { provider: 'rehearsal' } },
    });
  });

  it.each([
    ['provider-refused', 401],
    ['provider-unpaid', 402],
    ['provider-busy', 429],
  ])('%s: %i, with the status in the body, where the SDK reads it', async (scenario, status) => {
    const response = await fetch(`${url}/${scenario}/call/web`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ statusCode: status });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'made-up', ''])(
    'the scenario "%s", which does not exist, is refused with a sentence',
    async (scenario) => {
      for (const path of ['call/web', 'call-machine.js', 'rooms/x/turns']) {
        const response = await fetch(`${url}/${scenario}/${path}`, { method: 'POST', body: '{}' });
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({
          statusCode: 404,
          message: `The rehearsal has no scenario "${scenario}".`,
        });
      }
    },
  );

  it('provider-fault answers with an HTML page, provider-unreachable not at all', async () => {
    const broken = await fetch(`${url}/provider-fault/call/web`, { method: 'POST', body: '{}' });
    expect([broken.status, broken.headers.get('content-type')]).toEqual([502, 'text/html']);
    await expect(fetch(`${url}/provider-unreachable/call/web`, { method: 'POST', body: '{}' })).rejects.toThrow();
  });
});

describe('a conversation', () => {
  it('begins with the first message, says what the content says, and ends on request', async () => {
    const { webCallUrl } = await createCall();
    const greeting = (await (await fetch(`${webCallUrl}/greeting`)).json()) as SpokenTurn;
    expect(greeting.says.join(' ')).toContain(`this is the AI agent of ${readSite().name}`);
    expect(greeting.speech).toEqual(greeting.says.map((_sentence, index) => `speech/${index}`));

    const answer = await say(webCallUrl, 'How long is an internship?');
    expect(answer.says.join(' ')).toContain(figure('internship-length'));
    expect(answer.says.at(-1)).toMatch(/^That is from the page: /);
    expect(answer.ends).toBe(false);
    expect(await say(webCallUrl, 'Bye!')).toMatchObject({
      says: expect.arrayContaining(['Goodbye!']) as string[],
      ends: true,
    });
  });

  it('asks a caller whom it cannot hear to type', async () => {
    const { webCallUrl } = await createCall();
    const { says } = (await (await fetch(`${webCallUrl}/greeting?deaf`)).json()) as SpokenTurn;
    expect(says.join(' ')).toContain('please type your question');
  });

  it.each([
    ['Hello', 'What would you like to know?'],
    ['Are you a robot?', 'I am the AI agent'],
    ['Thank you!', 'You are welcome.'],
    ['Can I talk to a real person?', readSite().email],
  ])('has an answer to %s', async (said, answer) => {
    const { webCallUrl } = await createCall();
    const { says, ends } = await say(webCallUrl, said);
    expect(says.join(' ')).toContain(answer);
    expect(ends).toBe(false);
  });

  it('treats a question that contains such a phrase as a question', async () => {
    const { webCallUrl } = await createCall();
    const { says } = await say(webCallUrl, 'Is there no way to know how long an internship is?');
    expect(says.join(' ')).toContain(figure('internship-length'));
  });

  it.each(['bye', 'OK, goodbye', "That's all, thanks", 'please hang up'])('ends at: %s', async (said) => {
    const { webCallUrl } = await createCall();
    expect((await say(webCallUrl, said)).ends).toBe(true);
  });

  it('says an address as it is written', async () => {
    const { webCallUrl } = await createCall();
    expect((await say(webCallUrl, 'What is your email address?')).says.join(' ')).toContain(readSite().email);
  });

  it('says in varying words that it does not know what the content does not say', async () => {
    const { webCallUrl } = await createCall();
    const first = await say(webCallUrl, 'Who won the match last night?');
    const second = await say(webCallUrl, 'What is the weather like?');
    expect(first.says.join(' ')).toMatch(/do not know/);
    expect(second.says).not.toEqual(first.says);
    expect(first.says.join(' ')).not.toContain('That is from the page');
  });

  it.each([[''], ['   '], ['?!'], [undefined], [{}], [7]])('asks again after %j', async (text) => {
    const { webCallUrl } = await createCall();
    expect((await say(webCallUrl, text)).says.join(' ')).toMatch(/say it again/);
  });

  it('survives invalid JSON', async () => {
    const { webCallUrl } = await createCall();
    expect((await fetch(`${webCallUrl}/turns`, { method: 'POST', body: '{' })).status).toBe(400);
    expect((await say(webCallUrl, 'Bye')).ends).toBe(true);
  });

  it('serves what the agent said as audio, and nothing else', async () => {
    const { webCallUrl } = await createCall();
    const { speech } = await say(webCallUrl, 'Who does the work?');
    const response = await fetch(`${webCallUrl}/${speech[0] ?? ''}`);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
    for (const path of ['speech/99', 'speech/-1', 'speech/x', 'speech', ''])
      expect((await fetch(`${webCallUrl}/${path}`)).status, path).toBe(404);
  });

  it('is never ended by others: the call beyond a hundred is refused', { tags: ['exhaustive'] }, async () => {
    const own = await createCall();
    const begin = () => fetch(`${url}/live/call/web`, { method: 'POST', body: '{}' });
    const end = ({ webCallUrl }: WebCall) => fetch(`${webCallUrl}/end`, { method: 'POST', body: '{}' });
    const others: WebCall[] = [];
    let refused: Response | undefined;
    while (!refused && others.length <= 100) {
      const answer = await begin();
      if (answer.status === 201) others.push((await answer.json()) as WebCall);
      else refused = answer;
    }
    expect(refused?.status).toBe(429);
    expect(await refused?.json()).toMatchObject({
      statusCode: 429,
      message: expect.stringContaining('End one') as string,
    });
    expect((await fetch(`${own.webCallUrl}/greeting`)).status).toBe(200);
    await Promise.all(others.map(end));
    expect((await begin()).status).toBe(201);
    // The place of the oldest was taken.
    expect((await say(own.webCallUrl, 'Bye')).ends).toBe(true);
  });
});

it('is for pages of this machine only', async () => {
  const from = (origin: string) =>
    fetch(`${url}/live/call/web`, { method: 'POST', body: '{}', headers: { origin } }).then(({ status, headers }) => [
      status,
      headers.get('access-control-allow-origin'),
    ]);
  expect(await from('http://localhost:4321')).toEqual([201, 'http://localhost:4321']);
  expect(await from('https://elsewhere.example')).toEqual([403, null]);
  expect(await from('http://localhost.elsewhere.example:80')).toEqual([403, null]);
  // A foreign name that resolves to this machine.
  const status = await new Promise<number | undefined>((answered, failed) => {
    request({ port, host: '127.0.0.1', path: '/live/call-machine.js', headers: { host: 'elsewhere.example' } })
      .once('response', (response) => answered(response.resume().statusCode))
      .once('error', failed)
      .end();
  });
  expect(status).toBe(403);
});

it('the call machine is one script that can run repeatedly and throws nothing', async () => {
  const response = await fetch(`${url}/live/call-machine.js`);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const script = await response.text();
  expect(script).not.toMatch(/^\s*(import|export)\b/m);
  expect(script).toMatch(/^\(?(\(\)=>|function\s*\()/);
});
