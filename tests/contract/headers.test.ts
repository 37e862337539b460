import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { headersOf } from '../../src/build/headers.ts';
import { pathsOf, roomAt, ROOMS } from '../../src/build/rooms.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { onCloudflare, onNetlify, readRules } from '../setup/hosted-headers.ts';
import { sharedBuild } from '../setup/shared-build.ts';
import { temporaryFolder } from '../setup/stack.ts';

const { folder } = await sharedBuild();
/** The paths of all built files, without the compressed copies, which have no address of their own. */
const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '_headers' && !/\.(?:br|gz)$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll('\\', '/'))
  .map((path) => path.replace(/(?<=\/)index\.html$|\.html$/, ''));
const rooms = ROOMS.filter(({ name }) => paths.includes(`/${name}`));
const MISSING = ['/missing', '/_astro/missing.js', '/_astro/', '/cards/missing.png'];

const everyAddress = (): [string, boolean][] => [
  ...[...paths, ...rooms.flatMap((room) => pathsOf(room).slice(1))].map((path): [string, boolean] => [path, true]),
  ...MISSING.map((path): [string, boolean] => [path, false]),
];

describe('npm start', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const port = await getPort();
    server = await serveSite(folder, port);
    url = `http://localhost:${port}`;
  });
  afterAll(() => server.close());

  it('sends every file, and the page for missing files, with the headers of the site', async () => {
    expect(paths.length).toBeGreaterThan(40);
    for (const [path, found] of everyAddress()) {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      const { status, headers } = response;
      expect(status, path).toBe(found ? 200 : 404);
      for (const [name, value] of Object.entries(headersOf(path, found)))
        expect(headers.get(name), `${path}: ${name}`).toBe(value);
      expect(headers.has('x-robots-tag'), path).toBe(roomAt(path) !== undefined);
    }
  });
});

it.runIf(existsSync('/proc/self/fd'))('npm start closes a file whose download is broken off', async () => {
  const site = temporaryFolder();
  const file = join(site, 'large.bin');
  // More than what connections hold.
  writeFileSync(file, Buffer.alloc(50_000_000));
  const port = await getPort();
  const large = await serveSite(site, port);
  const isOpen = () => readdirSync('/proc/self/fd').some((fd) => target(`/proc/self/fd/${fd}`) === file);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  expect(isOpen()).toBe(true);
  socket.destroy();
  await vi.waitFor(() => expect(isOpen()).toBe(false));
  large.close();
});

/** Where a link leads; undefined if it is gone. */
function target(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

describe('_headers of a build', () => {
  const rules = readRules(folder);

  it('gives every file its headers on Netlify, and no missing file is cached', async () => {
    const sent = await onNetlify(folder);
    for (const [path, found] of everyAddress()) expect(sent(path), path).toEqual(headersOf(path, found));
  });

  it('gives every file its headers on Cloudflare, and no missing file is cached', () => {
    for (const [path, found] of everyAddress()) expect(onCloudflare(rules, path), path).toEqual(headersOf(path, found));
  });

  it('is within the limits of Cloudflare: 100 rules, 2000 characters per line', () => {
    expect(rules.split('\n\n').length).toBeLessThanOrEqual(100);
    for (const line of rules.split('\n')) expect(line.length, line).toBeLessThanOrEqual(2000);
  });
});
