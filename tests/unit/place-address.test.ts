import { describe, expect, it } from 'vitest';
import { addressOf, textsAtAddress } from '../../src/editing/core/place-address.ts';
import { editorAddress } from '../../tools/edit/editor-address.ts';

describe('the address of a text', () => {
  it.each([
    ['content/home/hero.mdx:/heading', { file: 'content/home/hero.mdx', paths: [['heading']] }],
    ['content/x.yaml:/items/2/too-long', { file: 'content/x.yaml', paths: [['items', 2, 'too-long']] }],
    ['content/legal/terms.mdx:/(text)/3', { file: 'content/legal/terms.mdx', paths: [['(text)', 3]] }],
    ['content/site.yaml:/name&/figures/a', { file: 'content/site.yaml', paths: [['name'], ['figures', 'a']] }],
  ])('%s names it, there and back', (address, texts) => {
    expect(addressOf(texts)).toBe(address);
    expect(textsAtAddress(address)).toEqual(texts);
    expect(textsAtAddress(`#${address}`)).toEqual(texts);
    // Nothing in it is escaped in an address.
    expect(new URL(`https://example.com/edit#${address}`).hash).toBe(`#${address}`);
  });

  it.each([
    '',
    '#',
    'content/home/hero.mdx',
    'content/home/hero.mdx:',
    'content/home/hero.mdx:heading',
    'content/home/hero.mdx:/heading&',
    'content/../.env:/a',
    'content:/a',
    'src/pages/index.astro:/a',
    '/content/site.yaml:/a',
    'content/home/hero.mdx:/<b>',
    'javascript:alert(1)',
    'https://evil.example/content/site.yaml:/a',
    `content/site.yaml:${Array(400).fill('/name').join('&')}`,
  ])('"%s" is none', (address) => {
    expect(textsAtAddress(address)).toBeUndefined();
  });
});

describe('a preview', () => {
  it('opens its texts in the editor that the host names, whatever its words say', () => {
    expect(editorAddress('https://edit.example.com/')).toBe('https://edit.example.com/');
    expect(editorAddress('http://localhost:4321/edit')).toBe('http://localhost:4321/edit');
  });

  it.each([undefined, ''])('is none with SITE_EDITING=%s', (setting) => {
    expect(editorAddress(setting)).toBeUndefined();
  });

  it.each(['1', 'edit.example.com', 'javascript:alert(1)', 'https://', 'https://example.com/edit#x'])(
    'refuses SITE_EDITING=%s',
    (setting) => {
      expect(() => editorAddress(setting)).toThrow('but must be the address of the editor');
    },
  );
});
