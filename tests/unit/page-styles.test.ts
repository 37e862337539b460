import { expect, it } from 'vitest';
import { ownStyles, wordsOf } from '../../src/build/integrations/page-styles.ts';

const CSS =
  '.a{color:red}.b{color:blue}.a:hover{color:green}.b:hover{color:green}@media (width>=64rem){.lg\\:a{color:red}}h1{margin:0}';
const styleOf = (html: string) => /<style>(.*)<\/style>/.exec(html)?.[1];

it('a page has the rules of its own classes, and of those that scripts can add', () => {
  const page = (body: string) => `<style>${CSS}</style><body>${body}</body>`;
  expect(styleOf(ownStyles(page('<p class="b lg:a">Text</p>'), new Set()))).toBe(
    '.b{color:#00f}.b:hover{color:green}@media (width>=64rem){.lg\\:a{color:red}}h1{margin:0}',
  );
  const scripted = new Set(wordsOf('const on=()=>element.classList.add("a");'));
  expect(styleOf(ownStyles(page(''), scripted))).toBe('.a{color:red}.a:hover{color:green}h1{margin:0}');
});

it('leaves everything else as it is, including special patterns of String.replace', () => {
  const html = '<style>h1{content:"$&"}</style><p>$& <b>Text</b></p><!-- kept -->';
  expect(ownStyles(html, new Set())).toBe(html);
});

it.each([
  `<p title="<style>@import '><script>steal()</script><meta itemprop=x content=';</style>">Text</p>`,
  '<p title="about the <style> element">Text</p>',
  '<!-- <style>h1{}</style> -->',
  '<script>"<style>h1{}</style>"</script>',
])('what only looks like a style is left as it is: %s', (text) => {
  const html = `<style>h1{margin:0}</style>${text}<style>p{margin:0}</style>`;
  expect(ownStyles(html, new Set())).toBe(html);
});
