import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ownCsp as narrowed } from '../../src/build/integrations/page-csp.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const FOREIGN = hash('of another page');

/** A page as Astro builds it: with the hashes of every page. */
const page = (body: string) =>
  `<!doctype html><html><head><style>a{b:c}</style><meta http-equiv="content-security-policy" content="default-src 'none'; connect-src 'self' https://api.example/$&; script-src 'self' https://cdn.example ${FOREIGN} ${FOREIGN}; style-src 'self' ${FOREIGN};"></head><body>${body}</body></html>`;
const ownCsp = (html: string, rendered = html) => narrowed(html, rendered);
const policyOf = (html: string) => /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1];

it('a page allows its own inline scripts and styles, and no others', () => {
  const script = 'let a = "<b>" && 1;';
  const rules = '{"prerender":[]}';
  const html = page(`<script>${script}</script><script type="speculationrules">${rules}</script>
    <script type="application/ld+json">{"data":1}</script><script type="module" src="/a.js"></script>`);
  expect(policyOf(ownCsp(html))).toBe(
    `default-src 'none';connect-src 'self' https://api.example/$&;` +
      `script-src 'self' https://cdn.example ${hash(script)} ${hash(rules)};style-src 'self' ${hash('a{b:c}')}`,
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

it('a script that a rewrite of the page has let in is not allowed', () => {
  expect(
    policyOf(ownCsp(page('<script>steal()</script>'), page('<p title="<script>steal()</script>"></p>'))),
  ).toContain("script-src 'self' https://cdn.example;");
});

it('a page without a policy gets none', () => {
  expect(ownCsp('<!doctype html><p>Text</p>')).toBe('<!doctype html><p>Text</p>');
});
