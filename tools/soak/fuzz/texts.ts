import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

/** White space as defined by JavaScript's trim(), which `private.white_space()` must cover as well. */
const SPACES = '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2005\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';

/** Texts with a meaning to some program along the way. */
const MEANINGFUL = [
  '',
  ' ',
  SPACES,
  '\u200B',
  '\u180E\u0085',
  '\0',
  'a\0b',
  '\uD83E',
  'x\uDD8Ax',
  '\uDD8A\uD83E',
  '\uFFFD\uFFFE\uFFFF',
  "'; drop table public.contact_submissions; --",
  "' or '1'='1",
  '$1 $$ %s %I \\ \\\\ \\u0000 \\x00',
  '{name} ${name} {{name}}',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-0',
  '1e400',
  'infinity',
  'Name\r\nBcc: everybody@example.com\r\n\r\nHello',
  '<script>alert(1)</script>&amp;&#0;',
  '=cmd|"/c calc"!A1',
  '\u202Etxt.exe\u2066\u2069\u200F',
  'e\u0301'.repeat(20),
  'Z͑ͫ̓ͪ̂ͫ̽a̧͎̣͓͔l̜g̩o',
  '👩‍👩‍👧‍👦🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'İıſK',
  'ﬀ①½',
  'مرحبا שלום 日本語 हिन्दी',
  '"quoted", \'single\'; `tick`',
  'a'.repeat(64),
];

/** One code point each, of one to four bytes, including combining, direction-changing and invisible characters. */
const UNITS = ['a', 'ä', '日', '🦊', '\u0301', '\u202E', '\u200D', '\u{10FFFF}'];

/** A text of exactly this many code points, give or take one. */
const atLimit = (limit: number) =>
  fc
    .tuple(fc.constantFrom(...UNITS, ' '), fc.constantFrom(-1, 0, 1), fc.constantFrom('', 'x', ' ', '\n'))
    .map(([unit, more, end]) => unit.repeat(limit + more - end.length) + end);

/** Any text, biased toward what could go wrong in a field of this many code points. */
export const anyText = (limit: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(limit, 40) }) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }) },
    { weight: 2, arbitrary: fc.constantFrom(...MEANINGFUL) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...MEANINGFUL), fc.constantFrom(...MEANINGFUL)).map((two) => two.join('')),
    },
    { weight: 3, arbitrary: atLimit(limit) },
  );

/** A text that every field of this many code points must accept. */
export const goodText = (limit: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(limit, 60), size: 'medium' }).map((text) =>
    Array.from(`A${text.toWellFormed().replaceAll('\0', '')}`)
      .slice(0, limit)
      .join(''),
  );

const LABEL = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);

/** A placeholder for a unique id; see {@link withFreshIds}. */
export const FRESH_ID = '11111111-1111-4111-8111-111111111111';

/** A payload with a fresh id, even when it is sent again to find a smaller failing one. */
export const withFreshIds = (text: string): string => text.replaceAll(FRESH_ID, randomUUID());

/** An address that no other payload uses. */
export const goodEmail: fc.Arbitrary<string> = fc
  .tuple(LABEL, LABEL)
  .map(([label, top]) => `${FRESH_ID}@${label}.${top}`);

/** Addresses just inside and just outside the pattern and the limit of 254 code points. */
export const anyEmail: fc.Arbitrary<string> = fc.oneof(
  goodEmail,
  fc.emailAddress(),
  fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,30}@[a-zA-Z0-9.-]{1,30}$/),
  fc
    .tuple(fc.integer({ min: 61, max: 64 }), fc.integer({ min: 1, max: 5 }))
    .map(([label, labels]) => `a@${Array.from({ length: labels }, () => 'b'.repeat(label)).join('.')}`),
  fc.integer({ min: 251, max: 257 }).map((length) => `${'a'.repeat(length - 10)}@example.c`),
  fc.constantFrom(
    '@',
    'a@',
    '@b',
    'a@b',
    'a@b.',
    'a@.b',
    'a@b..c',
    'a@-b',
    'a@b-',
    'a@b.c\n',
    '\na@b.c',
    ' a@b.c',
    'a@b.c ',
    'a@b@c',
    'a b@c.d',
    '"a"@b.c',
    'a@[127.0.0.1]',
    'ä@b.c',
    'a@ä.de',
    'a@xn--4ca.de',
    'A@B.C',
    'K@B.C',
    'a@b.c,d@e.f',
    '<a@b.c>',
    "'@b.c",
    'a@b.c\0',
    'a\u202E@b.c',
    '..@b',
  ),
  anyText(254),
);
