import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { mdxToMdast as inBrowser } from '../../src/schemas/mdx-to-mdast.browser.ts';
import { mdxToMdast as onSite } from '../../src/schemas/mdx-to-mdast.node.ts';
import { attempts } from '../setup/attempt-draws.ts';
import { attempted, type Attempted } from '../setup/edit-attempt.ts';
import { bundleForBrowser } from '../setup/editing-bundle.ts';

const SEED = 20_271_126;
/** 10,000 are made in a real browser: tests/e2e/edit-bytes.spec.ts. */
const EDITS = 200;
/** As a script, it is a quarter of that with brotli. A room may weigh 230 KB, with its forms and React. */
const MOST_CHARACTERS = 480 * 1024;

let code: string;
beforeAll(async () => {
  code = await bundleForBrowser('tests/setup/edit-attempt.ts');
});

describe('what a browser has of the editor', () => {
  it('has no module of Node and no program for one', () => {
    expect(code).not.toMatch(/["']node:|__vite-browser-external|satteri|\.wasm|createElement/);
  });

  it('is small', () => {
    expect(code.length).toBeLessThan(MOST_CHARACTERS);
  });

  it('makes the same of an edit, byte for byte', { tags: ['exhaustive'] }, async () => {
    const bundle = (await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
    )) as { attempted: typeof attempted };
    const site = readFileSync('content/site.yaml', 'utf8');
    const ends: [Attempted, Attempted][] = attempts(EDITS, SEED).map((one) => [
      attempted(one, site),
      bundle.attempted(one, site),
    ]);
    for (const [node, browser] of ends) expect(browser).toEqual(node);
    expect(ends.filter(([{ text }]) => text !== undefined).length).toBeGreaterThan(EDITS / 3);
  });
});

describe('the parser in a browser finds the blocks of the site’s parser', () => {
  const blocks = (parse: typeof onSite, text: string) => {
    const tree = parse(text);
    return ('children' in tree ? tree.children : []).map(({ type, position }) => [
      type,
      position?.start.offset,
      position?.end.offset,
      position?.start.line,
    ]);
  };

  it.each([
    ['a note with a brace', '{/* a } b */}\n\nText'],
    ['a note over lines below a list', '- a\n{/* two\nlines */}\n\nText'],
    ['a note over lines below a quote', '> a\nb\n{/* two\r\n lines */}\n\nText'],
    ['notes below a note', '> a\n{/* x\ny */}\n{/* x\ny */}\n> b\n{/* x\n\ny */}\n\n- > c\n{/* x\ny */} d'],
    ['any number of notes below quotes', '> a\n{/* x\ny */}\n\n'.repeat(120)],
    ['notes in one line', '{/* a */} {/* b */}\n\nText'],
    ['a note within a line', 'a {/* b } */} c'],
    ['an entity', '&NotEqualTilde; &copy; &copy'],
    ['a line break that is no code', 'importance\nexport-oriented'],
  ])('of %s', (_, text) => {
    expect(blocks(inBrowser, text)).toEqual(blocks(onSite, text));
  });

  it.each([['{'], ['{/* note'], ['<'], ['<b>'], ['</b>'], ['{/* note /*}']])('and refuses %s', (text) => {
    expect(() => onSite(text)).toThrow();
    expect(() => inBrowser(text)).toThrow();
  });
});
