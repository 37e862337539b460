import { describe, expect, it } from 'vitest';
import { linkAt, linked, toggleMark, type Mark, type Selected } from '../../src/editing/client/markdown-marks.ts';

/** A text with its selection in square brackets of CJK: 「 and 」. */
function selected(shown: string): Selected {
  const start = shown.indexOf('「');
  const end = shown.indexOf('」') - 1;
  return { text: shown.replace(/[「」]/g, ''), start, end };
}
const shown = ({ text, start, end }: Selected) =>
  `${text.slice(0, start)}「${text.slice(start, end)}」${text.slice(end)}`;

describe('bold and italic', () => {
  it.each<[Mark, string, string]>([
    ['bold', 'We 「build」 it', 'We **「build」** it'],
    ['italic', 'We 「build」 it', 'We _「build」_ it'],
    // The word at the cursor.
    ['bold', 'We bu「」ild it', 'We **「build」** it'],
    // Marks next to a blank mean nothing.
    ['bold', 'We「 build 」it', 'We **「build」** it'],
    // _ within a word means nothing.
    ['italic', 're「build」ing', 're*「build」*ing'],
    ['bold', 're「build」ing', 're**「build」**ing'],
    // Both, from either side.
    ['italic', 'We **「build」** it', 'We **_「build」_** it'],
    ['bold', 'We **_「build」_** it', 'We _「build」_ it'],
    ['italic', 'We **_「build」_** it', 'We **「build」** it'],
    ['bold', 'We ***「build」*** it', 'We *「build」* it'],
    // What is marked loses its mark, whether it is selected with it or not.
    ['bold', 'We **「build」** it', 'We 「build」 it'],
    ['bold', 'We 「**build**」 it', 'We 「build」 it'],
    ['italic', 'We 「_build_」 it', 'We 「build」 it'],
    ['italic', 'We *「build」* it', 'We 「build」 it'],
    ['bold', 'We **bu「」ild** it', 'We 「build」 it'],
    // Parts of it become one.
    ['bold', '「**One** and **two**」', '**「One and two」**'],
    ['italic', '「_One_ and *two*, snake_case」', '_「One and two, snake_case」_'],
    // Addresses, code and lone signs keep theirs.
    ['bold', '「See [guide](https://e.org/a__b__c) and __it__」', '**「See [guide](https://e.org/a__b__c) and it」**'],
    ['bold', '「`__init__` and **[it](/a)**」', '**「`__init__` and [it](/a)」**'],
    ['italic', '「A ![b](/pictures/_a_.png) and *c*」', '_「A ![b](/pictures/_a_.png) and c」_'],
    ['italic', '「It is 2 * 3 * 4, /a_b_.png」', '_「It is 2 * 3 * 4, /a_b_.png」_'],
    ['bold', '「A ** b」', '**「A ** b」**'],
    ['bold', '「`` __it__」', '**「`` it」**'],
    ['italic', String.raw`「A \*b\* c」`, String.raw`_「A \*b\* c」_`],
    // An empty place is where the next words go.
    ['bold', 'We 「」 it', 'We **「」** it'],
    // Each point of a list, after its sign.
    ['bold', '「- One\n- Two」', '「- **One**\n- **Two**」'],
    ['bold', '「- **One**\n- **Two**」', '「- One\n- Two」'],
    ['bold', '「- **One**\n- Two」', '「- **One**\n- **Two**」'],
    ['italic', '「1. One\n\n> Two」', '「1. _One_\n\n> _Two_」'],
  ])('%s: %s', (mark, before, after) => {
    expect(shown(toggleMark(mark, selected(before)))).toBe(after);
  });
});

describe('a link', () => {
  it.each([
    ['See 「our work」.', '/flow', 'See 「[our work](/flow)」.'],
    ['See wo「」rk.', '/flow', 'See 「[work](/flow)」.'],
    ['See 「」.', '/flow', 'See 「[Our journey](/flow)」.'],
    ['See 「a [note]」.', '/flow', String.raw`See 「[a \[note\]](/flow)」.`],
    ['See [our 「」work](/flow).', '/research', 'See 「[our work](/research)」.'],
    ['See [our 「」work](/flow).', '', 'See 「our work」.'],
    ['See 「it」.', 'https://a.example/b(c)', 'See 「[it](<https://a.example/b(c)>)」.'],
  ])('%s to %j', (before, address, after) => {
    expect(shown(linked(selected(before), address, 'Our journey'))).toBe(after);
  });

  it('is found at the cursor, a picture is not', () => {
    expect(linkAt(selected('See [our 「」work](/flow).'))).toMatchObject({ words: 'our work', address: '/flow' });
    expect(linkAt(selected('See 「」[our work](/flow).'))?.address).toBe('/flow');
    expect(linkAt(selected('「S」ee [our work](/flow).'))).toBeUndefined();
    expect(linkAt(selected('[a [b] [our 「」work](/flow "Title").'))).toMatchObject({
      words: 'our work',
      address: '/flow',
    });
    expect(linkAt(selected('![our 「」work](/flow.png)'))).toBeUndefined();
  });
});

/** Microseconds; each of them took seconds. */
const ENOUGH = 500_000;

it.each([
  ['a link that blanks begin', () => linkAt(selected(`「」[a](${' '.repeat(30_000)}`))],
  ['links that never end', () => linkAt(selected(`「」${'[a](b'.repeat(12_000)}`))],
  ['brackets', () => linkAt(selected(`「」${'['.repeat(30_000)}`))],
  ['backticks', () => toggleMark('bold', selected(`「x ${'`'.repeat(30_000)} y」`))],
  ['backticks and words', () => toggleMark('bold', selected(`「x ${'`'.repeat(20_000)}${'y'.repeat(60_000)}」`))],
])('a text of any kind keeps the tab busy no longer than its length: %s', (_what, read) => {
  const { user } = process.cpuUsage();
  read();
  expect(process.cpuUsage().user - user).toBeLessThan(ENOUGH);
});
