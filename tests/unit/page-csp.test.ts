import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownCsp as narrowed, roomCsp } from '../../src/build/integrations/page-csp.ts';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';
import { ROOMS } from '../../src/build/rooms.ts';

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
  const [desk] = ROOMS;
  const directives = (csp: string) =>
    new Map(csp.split(';').map((directive) => directive.split(/ (.*)/).slice(0, 2) as [string, string | undefined]));

  it('allows its own scripts, its backend and nothing else', () => {
    expect(Object.fromEntries(directives(roomCsp(desk, ['https://project.supabase.example'])))).toEqual({
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
    const connect = (backend: string[]) => directives(roomCsp(desk, backend)).get('connect-src');
    expect(connect(['http://127.0.0.1:54441'])).toBe("'self' http://127.0.0.1:54441 ws://127.0.0.1:54441");
    expect(connect([])).toBe("'self'");
  });

  it('of another room has the origins and images of its row in the table', () => {
    const room = { ...desk, connections: ['https://api.example'], images: ['blob:'] };
    const csp = directives(roomCsp(room, ['https://project.supabase.example']));
    expect(csp.get('connect-src')).toBe("'self' https://api.example");
    expect(csp.get('img-src')).toBe("'self' blob:");
  });

  it('takes the place of the one that all pages share, with the hashes of the page', () => {
    const html = page('<script>1</script>', '1');
    const own = ownCsp(html, html, roomCsp(desk, []));
    expect(policyOf(own)).toBe(
      roomCsp(desk, [])
        .replace("script-src 'self'", `script-src 'self' ${hash('1')}`)
        .replace("style-src 'self'", `style-src 'self' ${hash('a{b:c}')}`),
    );
  });
});
