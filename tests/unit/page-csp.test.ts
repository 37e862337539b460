import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownCsp as narrowed, roomCsp } from '../../src/build/integrations/page-csp.ts';
import { meetingOrigins } from '../../src/build/integrations/meeting-origins.ts';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';
import { ROOMS, type Room } from '../../src/build/rooms.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const FOREIGN = hash('of another page');

/** A page as Astro builds it: with the hashes of every page. */
const page = (body: string, ...known: readonly string[]) =>
  `<!doctype html><html><head><style>a{b:c}</style><meta http-equiv="content-security-policy" content="default-src 'none'; connect-src 'self' https://api.example/$&; script-src 'self' https://cdn.example ${[FOREIGN, ...known.map(hash)].join(' ')}; style-src 'self' ${FOREIGN};"></head><body>${body}</body></html>`;
const ownCsp = (html: string, rendered = html, instead?: string) => narrowed(html, rendered, instead);
const policyOf = (html: string) => /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1];

it('a page allows its own inline scripts and styles, and no others', () => {
  const script = 'let a = "<b>" && 1;';
  const html = page(
    `<script>${script}</script><script type="speculationrules">${SPECULATION_RULES}</script>
    <script type="application/ld+json">{"data":1}</script><script type="module" src="/a.js"></script>`,
    script,
  );
  expect(policyOf(ownCsp(html))).toBe(
    `default-src 'none';connect-src 'self' https://api.example/$&;` +
      `script-src 'self' https://cdn.example ${hash(script)} ${hash(SPECULATION_RULES)};style-src 'self' ${hash('a{b:c}')}`,
  );
});

it('leaves everything else unchanged, including special patterns of String.replace', () => {
  const html = page(`<p>$& $1 $'</p><!-- kept --><script>$&</script>`);
  const own = ownCsp(html);
  const [policy = '', before = ''] = [policyOf(own), policyOf(html)];
  expect(own.replace(policy, () => '')).toBe(html.replace(before, () => ''));
});

it('text that only looks like a script is ignored', () => {
  expect(policyOf(ownCsp(page('<p>&lt;script>alert(1)&lt;/script></p><textarea>x</textarea>')))).toContain(
    "script-src 'self' https://cdn.example;",
  );
});

it.each([
  ['a script', '<script>steal()</script>'],
  ['rules of its own', '<script type="speculationrules">{"prerender":[{"urls":["/"]}]}</script>'],
])('a text that became %s is not allowed, although it was rendered', (_, text) => {
  expect(policyOf(ownCsp(page(text)))).toContain("script-src 'self' https://cdn.example;");
});

it('a script that a rewrite of the page has let in is not allowed', () => {
  expect(
    policyOf(
      ownCsp(page('<script>steal()</script>', 'steal()'), page('<p title="<script>steal()</script>"></p>', 'steal()')),
    ),
  ).toContain("script-src 'self' https://cdn.example;");
});

it('a page without a policy gets none', () => {
  expect(ownCsp('<!doctype html><p>Text</p>')).toBe('<!doctype html><p>Text</p>');
});

describe('the policy of the desk', () => {
  const [desk, meet, edit] = ROOMS;
  const OFF = meetingOrigins({});
  const policy = (room: Room, backend: string[] = [], meetings = OFF, codeHost: string[] = []) =>
    roomCsp(room, { backend, meetings, codeHost });
  const directives = (csp: string) =>
    new Map(csp.split(';').map((directive) => directive.split(/ (.*)/).slice(0, 2) as [string, string | undefined]));

  it('allows its own scripts, its backend and nothing else', () => {
    expect(Object.fromEntries(directives(policy(desk, ['https://project.supabase.example'])))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self' https://project.supabase.example wss://project.supabase.example",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it('allows the WebSockets of a backend on this machine, and no connection without a backend', () => {
    const connect = (backend: string[]) => directives(policy(desk, backend)).get('connect-src');
    expect(connect(['http://127.0.0.1:54441'])).toBe("'self' http://127.0.0.1:54441 ws://127.0.0.1:54441");
    expect(connect([])).toBe("'self'");
  });

  it('of another room has the origins and images of its row in the table', () => {
    const room = { ...desk, connections: ['https://api.example'], images: ['blob:'] };
    const csp = directives(policy(room, ['https://project.supabase.example']));
    expect(csp.get('connect-src')).toBe("'self' https://api.example");
    expect(csp.get('img-src')).toBe("'self' blob:");
  });

  it('of the editor allows the code host, and pictures that somebody has just chosen', () => {
    const csp = directives(policy(edit, ['https://project.supabase.example'], OFF, ['https://api.github.com']));
    expect(csp.get('connect-src')).toBe("'self' https://api.github.com");
    expect(csp.get('img-src')).toBe("'self' blob: data:");
    expect(csp.get('trusted-types')).toBe("'none'");
    expect(directives(policy(desk, [], OFF, ['https://api.github.com'])).get('connect-src')).toBe("'self'");
  });

  it('takes the place of the one that all pages share, with the hashes of the page', () => {
    const html = page('<script>1</script>', '1');
    const own = ownCsp(html, html, policy(desk));
    expect(policyOf(own)).toBe(
      policy(desk)
        .replace("script-src 'self'", `script-src 'self' ${hash('1')}`)
        .replace("style-src 'self'", `style-src 'self' ${hash('a{b:c}')}`),
    );
  });

  it('has nothing of the video calls, and neither has that of the video room while they are off', () => {
    const daily = meetingOrigins({ PUBLIC_MEETINGS: 'daily' });
    expect(policy(desk, [], daily)).toBe(policy(desk));
    expect(policy(meet)).toBe(policy(desk));
  });

  it('of the video room allows the provider’s machine, and no place to report errors to', () => {
    const csp = directives(policy(meet, [], meetingOrigins({ PUBLIC_MEETINGS: 'daily' })));
    expect(csp.get('script-src')).toBe("'self' https://c.daily.co");
    expect(csp.get('connect-src')).toBe(
      "'self' https://*.daily.co wss://*.daily.co https://*.pluot.blue wss://*.pluot.blue " +
        'https://*.dailywebrtc.com wss://*.dailywebrtc.com https://*.dailywebrtc.net wss://*.dailywebrtc.net',
    );
    expect(csp.get('worker-src')).toBe("'self' blob:");
    expect(csp.has('trusted-types')).toBe(false);
  });

  it('of the video room on this machine allows the local rooms, and nothing of the provider', () => {
    const csp = directives(policy(meet, [], meetingOrigins({ PUBLIC_MEETINGS: 'http://127.0.0.1:54490' })));
    expect(csp.get('script-src')).toBe("'self' http://127.0.0.1:54490");
    expect(csp.get('connect-src')).toBe("'self' http://127.0.0.1:54490");
    expect([...csp.values()].join(' ')).not.toContain('daily');
  });

  it.each(['yes', 'https://rooms.example', 'http://rooms.example', 'http://127.0.0.1:1/x'])(
    'stops the build if PUBLIC_MEETINGS is %s',
    (PUBLIC_MEETINGS) => {
      expect(() => meetingOrigins({ PUBLIC_MEETINGS })).toThrow(
        `PUBLIC_MEETINGS is "${PUBLIC_MEETINGS}" but must be daily`,
      );
    },
  );
});
