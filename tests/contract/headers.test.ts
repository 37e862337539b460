import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { parseAllHeaders, type Header } from '@netlify/headers-parser';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersOf, REVALIDATED } from '../../src/build/headers.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { sharedBuild } from '../setup/shared-build.ts';

const { folder } = await sharedBuild();
/** The paths of all built files, without the compressed copies, which have no address of their own. */
const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '_headers' && !/\.(?:br|gz)$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll('\\', '/'))
  .map((path) => path.replace(/(?<=\/)index\.html$|\.html$/, ''));
const MISSING = ['/missing', '/_astro/missing.js', '/_astro/', '/cards/missing.png'];

type Headers = Record<string, string>;
const everyAddress = (): [string, boolean][] => [
  ...paths.map((path): [string, boolean] => [path, true]),
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
    }
  });
});

describe('_headers of a build', () => {
  const file = () => readFileSync(join(folder, '_headers'), 'utf8');
  /** What both hosts send when no rule says otherwise. */
  const DEFAULTS = { 'Cache-Control': REVALIDATED };

  /** As Cloudflare applies it: every matching rule, in order; a header that two rules set gets both values. */
  function onCloudflare(path: string): Headers {
    const set: Headers = {};
    for (const [pattern = '', ...lines] of file()
      .trim()
      .split('\n\n')
      .map((rule) => rule.split('\n'))) {
      if (!(pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern)) continue;
      for (const line of lines.map((line) => line.trim())) {
        const [name = '', value = ''] = line.split(/: (.*)/);
        const removed = /^! (.*)/.exec(line)?.[1];
        if (removed) set[removed] = '';
        else set[name] = set[name] ? `${set[name]}, ${value}` : value;
      }
    }
    return { ...DEFAULTS, ...set };
  }

  it('gives every file its headers on Netlify, and no missing file is cached', async () => {
    const { headers, errors } = await parseAllHeaders({
      headersFiles: [join(folder, '_headers')],
      configHeaders: undefined,
      minimal: false,
    });
    expect(errors).toEqual([]);
    const rules = headers as Header[];
    for (const [path, found] of everyAddress()) {
      const matching = rules.filter(({ forRegExp }) => forRegExp.test(path)).map(({ values }) => values);
      expect(Object.assign({}, DEFAULTS, ...matching), path).toEqual(headersOf(path, found));
    }
  });

  it('gives every file its headers on Cloudflare, and no missing file is cached', () => {
    for (const [path, found] of everyAddress()) expect(onCloudflare(path), path).toEqual(headersOf(path, found));
  });

  it('is within the limits of Cloudflare: 100 rules, 2000 characters per line', () => {
    expect(file().split('\n\n').length).toBeLessThanOrEqual(100);
    for (const line of file().split('\n')) expect(line.length, line).toBeLessThanOrEqual(2000);
  });
});
