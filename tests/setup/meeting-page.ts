import { createServer } from 'node:http';
import getPort from 'get-port';
import { test as base, expect, type Browser, type JSHandle, type Page } from 'playwright/test';
import { bundleScript } from '../../tools/local/bundle-script.ts';
import { listen } from '../../tools/local/ports.ts';
import { serveMeetings, type MeetingRooms } from '../../tools/local/meeting/server.ts';
import type { Client, Joining } from './meeting-client.ts';

export { expect };

const KEY = 'key-of-the-rooms';

/** Somebody's page. */
export interface Guest {
  page: Page;
  client: JSHandle<Client>;
  join(joining: Omit<Joining, 'url'>): Promise<string>;
  people(): Promise<string[]>;
  /** What happened of these kinds, in order. */
  events(...actions: string[]): Promise<Record<string, unknown>[]>;
}

/** The rooms, and pages that join them. */
export interface Rooms {
  url: string;
  make(properties?: object, privacy?: 'public' | 'private'): Promise<string>;
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  token(properties: object): Promise<string>;
  /** A page in a browser of its own. */
  guest(): Promise<Guest>;
}

async function openGuest(browser: Browser, pageUrl: string, room: () => string): Promise<Guest> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await page.route('https://*.ingest.sentry.io/**', (route) => route.abort());
  await page.goto(pageUrl);
  const client = await page.evaluateHandle(() => (window as unknown as { client: Client }).client);
  return {
    page,
    client,
    join: (joining) => client.evaluate((client, joining) => client.join(joining), { ...joining, url: room() }),
    people: () => client.evaluate((client) => client.people()),
    events: (...actions) =>
      client.evaluate(({ events }, actions) => events.filter(({ action }) => actions.includes(action)), actions),
  };
}

let count = 0;

export const test = base.extend<{ rooms: Rooms }, { served: MeetingRooms; pageUrl: string }>({
  served: [
    async ({}, use) => {
      const served = await serveMeetings(await getPort(), KEY);
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  // A real server: Chromium lets only pages of this machine call it.
  pageUrl: [
    async ({}, use) => {
      const script = await bundleScript(new URL('meeting-client.ts', import.meta.url));
      const html = '<!doctype html><title>A meeting</title><body><script src="client.js"></script>';
      const server = createServer(({ url }, response) => {
        const [type, body] = url === '/' ? ['text/html', html] : ['text/javascript', script];
        response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
      });
      const port = await getPort();
      await listen(server, port);
      await use(`http://localhost:${port}/`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  rooms: async ({ browser, served, pageUrl }, use) => {
    let url = '';
    const guests: Guest[] = [];
    const call: Rooms['call'] = async (method, path, body) => {
      const response = await fetch(`${served.apiUrl}/${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}` },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    await use({
      get url() {
        return url;
      },
      call,
      async make(properties = {}, privacy = 'public') {
        const room = await call('POST', 'rooms', { name: `room-${++count}`, privacy, properties });
        url = String(room['url']);
        return String(room['name']);
      },
      token: async (properties) => String((await call('POST', 'meeting-tokens', { properties }))['token']),
      async guest() {
        const guest = await openGuest(browser, pageUrl, () => url);
        guests.push(guest);
        return guest;
      },
    });
    for (const { page } of guests) await page.context().close();
  },
});
