import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getTransformedRoutes, type RouteWithSrc } from '@vercel/routing-utils';
import { describe, expect, it } from 'vitest';
import { headersOf, REVALIDATED, roomOriginHeaders } from '../../src/build/headers.ts';
import { roomAt, ROOMS } from '../../src/build/rooms.ts';

const read = (file: string) => readFileSync(`docs/hosting/${file}`, 'utf8');

/** Paths, and whether they exist. */
const ADDRESSES: [string, boolean][] = [
  ['/', true],
  ['/flow', true],
  ['/internships/apply', true],
  ['/_astro/Page.B43kKKk.js', true],
  ['/_astro/fonts/8597e3729c481409.woff2', true],
  ['/_astro/missing.js', false],
  ['/cards/index.png', true],
  ['/cards/internships/apply.png', true],
  ['/icons/icon-192.png', true],
  ['/favicon.svg', true],
  ['/favicon.svg.html', true],
  ['/desk', true],
  ['/desk/', true],
  ['/desk.html', true],
  ['/desktop', true],
  ['/meet', true],
  ['/meet/', true],
  ['/meet.html', true],
  ['/meeting', true],
  ['/edit', true],
  ['/edit/', true],
  ['/edit.html', true],
  ['/editing', true],
  ['/missing', false],
];

type Headers = Record<string, string>;

/** The headers that nginx sends with this file: its `add_header` lines, with the variables from its `map` blocks. */
function onNginx(path: string, found: boolean, config = read('nginx.conf')): Headers {
  const text = config.replace(/^\s*#.*$/gm, '');
  const variables: Headers = { $status: found ? '200' : '404', $uri: path };
  for (const [, source = '', name = '', block = ''] of text.matchAll(/^map "?(.*?)"? (\$\w+) \{\n([^}]*)\}/gm)) {
    const input = source.replace(/\$\w+/g, (variable) => variables[variable] ?? variable);
    const cases = [...block.matchAll(/(\S+|"[^"]*") "([^"]*)";/g)];
    const matching = cases.find(([, test = '']) => test.startsWith('"~') && new RegExp(test.slice(2, -1)).test(input));
    variables[name] = (matching ?? cases.find(([, test]) => test === 'default'))?.[2] ?? '';
  }
  const lines = [...text.matchAll(/^ {2}add_header (\S+) (?:"([^"]*)"|(\$\w+)) always;$/gm)];
  const sent = lines.map(([, name = '', value, variable = '']) => [name, value ?? variables[variable] ?? ''] as const);
  // nginx sends no header without a value.
  return Object.fromEntries(sent.filter(([, value]) => value !== ''));
}

/** The headers that Caddy sends with this file: its `header` lines in order, where their matcher matches. */
function onCaddy(path: string, found: boolean, config = read('Caddyfile')): Headers {
  const text = config.replace(/^\s*#.*$/gm, '');
  const glob = (pattern: string) => new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '.*')}$`);
  const matches = (matcher: string) => {
    const [, block = ''] = new RegExp(`@${matcher} (\\{[^}]*\\}|.*)`).exec(text) ?? [];
    const paths = /path (.*)/.exec(block)?.[1]?.split(' ') ?? [];
    return paths.some((pattern) => glob(pattern).test(path)) && (found || !/^\s*file$/m.test(block));
  };
  const [, everywhere = ''] = /^\t\theader \{\n([^}]*)\}/m.exec(text) ?? [];
  const rest = [...text.matchAll(/^\t\theader @(\w+) (\S+) "([^"]*)"$/gm)];
  return Object.fromEntries([
    ...[...everywhere.matchAll(/^\t{3}(\S+) "([^"]*)"$/gm)].map(([, name = '', value = '']) => [name, value]),
    ...rest.filter(([, matcher = '']) => matches(matcher)).map(([, , name = '', value = '']) => [name, value]),
  ]) as Headers;
}

/** The headers that Vercel sends with this file, as its own code reads it. */
function onVercel(path: string): Headers {
  const { routes, error } = getTransformedRoutes(
    JSON.parse(read('vercel.json')) as Parameters<typeof getTransformedRoutes>[0],
  );
  expect(error).toBeNull();
  const sent: Headers = {};
  for (const route of (routes ?? []) as RouteWithSrc[]) {
    if (!route.continue || !new RegExp(route.src).test(path)) continue;
    for (const [name, value] of Object.entries(route.headers ?? {})) {
      // The result must not depend on which of two rules wins.
      expect(sent, `${name} is set twice for ${path}`).not.toHaveProperty(name);
      sent[name] = value;
    }
  }
  return sent;
}

it.each([
  ['nginx.conf', /^ {2}location = \/_headers \{\n {4}return 404;$/m],
  ['Caddyfile', /^\t\tfile_server \{\n.*\n\t{3}hide _headers$/m],
  ['vercel.json', /^ {2}"buildCommand": ".* && rm dist\/_headers",$/m],
])('docs/hosting/%s does not serve _headers, which is for other hosts', (file, line) => {
  expect(read(file)).toMatch(line);
});

describe('docs/hosting sends the headers of src/build/headers.ts', () => {
  it.each(ADDRESSES)('with nginx: %s (exists: %s)', (path, found) => {
    expect(onNginx(path, found)).toEqual(headersOf(path, found));
  });

  it('with nginx, in every location: none has its own headers, which would replace all others', () => {
    const names = new Set(ADDRESSES.flatMap(([path, found]) => Object.keys(headersOf(path, found))));
    expect(read('nginx.conf').match(/add_header/g)).toHaveLength(names.size);
  });

  it.each(ADDRESSES)('with Caddy: %s (exists: %s)', (path, found) => {
    expect(onCaddy(path, found)).toEqual(headersOf(path, found));
  });

  it.each(ADDRESSES)('with Vercel, which can’t tell what exists, so everything is revalidated: %s', (path) => {
    expect(onVercel(path)).toEqual({ ...headersOf(path), ...(!roomAt(path) && { 'Cache-Control': REVALIDATED }) });
  });
});

describe.each(ROOMS)('docs/hosting/README.md makes configurations for the $name on an origin of its own', (room) => {
  const made = (file: string) => {
    const [, command = ''] =
      new RegExp(`^(sed .* ${RegExp.escape(file)}) > .*-${room.name}\\b`, 'm').exec(read('README.md')) ?? [];
    return execFileSync('sh', ['-c', command], { cwd: 'docs/hosting', encoding: 'utf8' });
  };
  const PATHS: [string, boolean][] = [
    ['/', true],
    ['/index.html', true],
    ['/_astro/room.B43kKKk.js', true],
    ['/_astro/missing.js', false],
    ['/missing', false],
  ];

  it.each(PATHS)('for nginx: %s (exists: %s)', (path, found) => {
    expect(onNginx(path, found, made('nginx.conf'))).toEqual(roomOriginHeaders(room, path, found));
  });

  it('for nginx, beside that of the site: they share no variable', () => {
    const variables = (config: string) => [...config.matchAll(/^map .* (\$\w+) \{$/gm)].map(([, name]) => name);
    const own = variables(made('nginx.conf'));
    expect(own).toHaveLength(5);
    expect(variables(read('nginx.conf')).filter((name) => own.includes(name))).toEqual([]);
  });

  it.each(PATHS)('for Caddy: %s (exists: %s)', (path, found) => {
    expect(onCaddy(path, found, made('Caddyfile'))).toEqual(roomOriginHeaders(room, path, found));
  });
});
