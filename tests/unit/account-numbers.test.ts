import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutAccountNumbers } from '../../functions/_shared/account-numbers.ts';
import { CALL_LIMITS, callRow } from '../../functions/_shared/call-report.ts';

/** Test numbers that the card networks publish, and one of each length. */
const CARDS = [
  '4242424242424242',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '3566002020360505',
  '6205500000000000004',
  '6759649826438453',
];
const IBANS = [
  'DE89 3704 0044 0532 0130 00',
  'GB29 NWBK 6016 1331 9268 19',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO93 8601 1117 947',
  'IT60 X054 2811 1010 0000 0123 456',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
];
const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const inFours = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1 ');
const inWords = (digits: string) => Array.from(digits, (digit) => WORDS[Number(digit)]).join(' ');
const REMOVED = '[number removed]';

describe('a card number', () => {
  it.each(CARDS)('%s is removed, however it is written', (card) => {
    for (const written of [
      card,
      inFours(card),
      inFours(card).replaceAll(' ', '-'),
      inFours(card).replaceAll(' ', ', '),
      Array.from(card).join(' '),
      inWords(card),
      inWords(card).replaceAll(' ', ', '),
      inWords(card).toUpperCase(),
      inWords(card).replaceAll('zero', 'oh'),
      Array.from(card, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
      Array.from(card, (digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
    ])
      expect(withoutAccountNumbers(`It is ${written}. Thank you.`)).toBe(`It is ${REMOVED}. Thank you.`);
  });

  it.each([
    [
      'doubled digits',
      'double five triple five five double five, double five double five, double four double four',
      'five',
    ],
    ['tens', 'forty-two forty-two forty two forty two, forty-two forty-two forty-two forty-two', 'forty'],
    ['hundreds', 'forty hundred zero five six six five five six six five five five six', 'forty'],
    ['a typographic apostrophe', '4242 4242, that’s 4242 4242, was charged', '4242'],
    ['digits and words', '4242 four two four two 42 42, and then 4242', '4242'],
    [
      'words between its parts',
      'four two four two, um, okay, then four two four two four two four two four two four two',
      'four',
    ],
    ['a word that can count digits', 'The first 4242424242424242, the last 4242 4242 4242 4242', '4242'],
    ['a time before it', 'At 14:30:00 4242 4242 4242 4242', '4242'],
    ['what follows on a card', '4242 4242 4242 4242 12/27 123', '4242'],
    ['a sum before it', 'It costs a hundred. My card is 4242 4242 4242 4242.', '4242'],
    ['zeros before it', 'Room 00. My card is 4242 4242 4242 4242.', '4242'],
    ['a count of its last digits', 'the number 4242 4242 4242 and the last four 4242', '4242'],
    ['the same count in words', `4242 4242 4242 and the last four ${inWords('4242')}`, 'four two'],
    ['the same in words', `${inWords(CARDS[0] ?? '')} twelve twenty-seven`, 'four two'],
    [
      'its date in words, after groups',
      'three seven eight two, eight two two four six three, one zero zero zero five twelve twenty seven',
      'eight',
    ],
    ['its date in the last turn', 'User: 4 5 3 9 5 7 8 7 6 3 6\nAI: Yes.\nUser: 2 1 4 8 6 12 27', '8'],
    ['groups like a date, out of range', '4539 5787-63-62 1486', '45'],
    ['groups like a short date', '4539 5787 6-3-62 148 6', '45'],
    ['its date, and eight digits in a group', '45395787 63621486 12/27', '8'],
    ['a number before it', 'card 1 45395787 63621486', '8'],
    [
      'a number before it and its date, each digit by itself',
      `card one: ${inWords('4539578763621486')} twelve twenty`,
      'eight',
    ],
  ])('is removed with %s', (_what, said, never) => {
    const shown = withoutAccountNumbers(said);
    expect(shown).toContain(REMOVED);
    expect(shown).not.toContain(never);
  });

  it.each(["'", '‘ ’', '’'])('is removed within quotes: %s', (quotes) => {
    const [open = '', close = open] = quotes.split(' ');
    for (const card of CARDS)
      expect(withoutAccountNumbers(`Read ${open}${inWords(card)}${close}.`)).toBe(`Read ${open}${REMOVED}${close}.`);
  });

  it.each([':', ': ', '+', ' + ', '=', '%', '@', '$'])('is removed with %j between its groups', (between) => {
    expect(withoutAccountNumbers(`My card: ${inFours(CARDS[0] ?? '').replaceAll(' ', between)}.`)).toBe(
      `My card: ${REMOVED}.`,
    );
  });

  it.each([
    '4242\n4242\n4242\n4242',
    'First: 4242 4242\nSecond: 4242 4242',
    'User: the card is\nFirst part: 4242 4242\nContinued: 4242 4242',
    '1. 4242\n2. 4242\n3. 4242\n4. 4242',
  ])('is removed from a list: %j', (list) => {
    expect(withoutAccountNumbers(list)).toBe(list.replaceAll(/4242(?: 4242)?/g, REMOVED));
  });

  it('is removed if the provider writes the speaker in two ways', () => {
    expect(withoutAccountNumbers('User: 4242 4242\nuser: 4242 4242')).toBe(`User: ${REMOVED}\nuser: ${REMOVED}`);
  });

  it('is removed from each turn that has a part of it', () => {
    const talk = [
      'AI: What can I do for you?',
      'User: My card is 4242 4242',
      'AI: You do not need to tell me.',
      'User: and then 4242, four two four two. Thanks',
      'AI: I heard 4242 4242 4242 4242.',
    ];
    expect(withoutAccountNumbers(talk.join('\n')).split('\n')).toEqual([
      talk[0],
      `User: My card is ${REMOVED}`,
      talk[2],
      `User: and then ${REMOVED}. Thanks`,
      `AI: I heard ${REMOVED}.`,
    ]);
  });

  it('is removed if somebody says how many digits follow', () => {
    const talk = 'User: The first eight digits: 4242 4242\nAI: Yes?\nUser: then 4242, and the last four are: 4242.';
    expect(withoutAccountNumbers(talk)).toBe(
      `User: The first eight digits: ${REMOVED}\nAI: Yes?\nUser: then ${REMOVED}.`,
    );
  });

  it('is removed in whatever groups it is said, with its date behind it and a number in front', () => {
    const groups = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 19, maxLength: 19 });
    const gaps = fc.array(fc.constantFrom(' ', ', ', '\nAI: Yes?\nUser: '), { minLength: 19, maxLength: 19 });
    const before = fc.constantFrom('', '1 ', '12 ', '1: ');
    const after = fc.constantFrom('', ' 12/27', ' 12 27', ' 12/2027 123', ' 123');
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), groups, gaps, before, after, (card, lengths, between, front, behind) => {
        let said = '';
        let at = 0;
        for (const [index, length] of lengths.entries()) {
          if (at < card.length) said += (at > 0 ? (between[index] ?? '') : '') + card.slice(at, at + length);
          at += length;
        }
        const shown = withoutAccountNumbers(`User: My card ${front}${said}${behind}\nAI: Fine.`);
        expect(shown).toContain(REMOVED);
        expect(shown.replaceAll(/\D/g, '').length).toBeLessThanOrEqual((front + behind).replaceAll(/\D/g, '').length);
      }),
      { numRuns: 1000 },
    );
  });

  it('is removed however its digits are said, in one turn or in several', () => {
    const said = fc.array(fc.constantFrom('digits', 'words'), { minLength: 4, maxLength: 4 });
    const between = fc.array(fc.constantFrom(' ', ', ', ' and ', '. ', '-', '\nAI: Yes?\nUser: '), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), said, between, (card, how, gaps) => {
        const parts = inFours(card).split(' ');
        const spoken = parts.map((part, index) => (how[index] === 'words' ? inWords(part) : part));
        const text = `User: ${spoken.map((part, index) => part + (gaps[index] ?? '')).join('')}\nAI: Fine.`;
        const shown = withoutAccountNumbers(text);
        expect(shown.replaceAll(REMOVED, '')).not.toMatch(/\d|zero|one|two|three|four|five|six|seven|eight|nine/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a bank account number', () => {
  it.each(IBANS)('%s is removed', (iban) => {
    for (const written of [
      iban,
      iban.replaceAll(' ', ''),
      iban.toLowerCase(),
      Array.from(iban.replaceAll(' ', '')).join(' '),
      iban.replaceAll(' ', ':'),
      iban.replaceAll(' ', '+'),
      iban.replace(/[\dA-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
      iban.replace(/\d/g, (digit) => ` ${WORDS[Number(digit)]} `).trim(),
    ])
      expect(withoutAccountNumbers(`User: It is ${written}, thanks`)).toBe(`User: It is ${REMOVED}, thanks`);
  });

  it('is removed from each turn that has a part of it', () => {
    expect(withoutAccountNumbers('User: DE89 3704\nAI: Go on.\nUser: 0044 0532, and 0130 00 thanks')).toBe(
      `User: ${REMOVED}\nAI: Go on.\nUser: ${REMOVED} thanks`,
    );
  });

  it.each(IBANS)('%s is removed after "IBAN", without a blank', (iban) => {
    expect(withoutAccountNumbers(`IBAN${iban}`)).toBe(`IBAN${REMOVED}`);
  });

  it('with a wrong check digit stays', () => {
    expect(withoutAccountNumbers('DE88 3704 0044 0532 0130 00')).toContain('DE88 3704');
  });
});

describe('stays as it is:', () => {
  it.each([
    'Call +1 415 555 0132, 0049 151 12345678, plus four four seven nine one one, or 0171 2345678.',
    '+4242424242424242',
    '00 4242424242424242',
    'four one five five five five zero one three two, four one five five five five zero one three two',
    '415 555 0147, 415 555 0147',
    '415 555 0132, 415 555 0199, (415) 555-0132 and 5105105105',
    '4915112345678',
    'From 2026-11-24 to 2026-12-24, 24.11.2026 14:30:00, 11/24/2026, twenty twenty-six.',
    'At 4:24, 2:42, 4:24, 2:42, 4:24 and 2:42',
    'It costs 4,242 €, 4,242€, 4,242 € and 4,242 €.',
    'It costs $4,242, $4,242, $4,242 and $4,242; or 4500 to 12000 euros.',
    '4242 4242 4242 4241',
    '4242 people, 4242 apples, 4242 pears and 4242 plums',
    '94242424242424242',
    '1234567890123456',
    'One of them is to go at two, the other at four.',
    'order 550e8400-e29b-41d4-a716-446655440000',
    '',
  ])('%s', (text) => {
    expect(withoutAccountNumbers(text)).toBe(text);
  });

  it('what one speaker said does not continue what the other said', () => {
    const talk = 'User: 4242 4242\nAI: 4242 4242';
    expect(withoutAccountNumbers(talk)).toBe(talk);
  });
});

it.each(['4, ', '4\n ', 'o, '])(
  '%j is searched about as fast as a word, however often it is repeated',
  { tags: ['exhaustive'] },
  (said) => {
    const time = (text: string) => {
      const start = performance.now();
      withoutAccountNumbers(text.repeat(3000));
      return performance.now() - start;
    };
    // In turns, so that another program on the machine slows both down.
    const times = Array.from({ length: 10 }, () => [time(said), time('x, ')] as const);
    const [digits, words] = [0, 1].map((which) => Math.min(...times.map((both) => both[which] ?? 0)));
    expect((digits ?? 0) / (words ?? 0)).toBeLessThan(40);
  },
);

describe('in a report that is longer than what is stored', () => {
  const stored = (summary: string) =>
    callRow({
      type: 'end-of-call-report',
      call: { id: '6f1c2b9e-0000-4000-8000-000000000001' },
      analysis: { summary },
    })?.summary ?? '';
  const limit = CALL_LIMITS.summary;
  const card = inFours(CARDS[0] ?? '');

  it('no part of a card number is left, wherever the text is cut', () => {
    // What is replaced makes room for what comes later.
    const before = `${inWords(CARDS[0] ?? '')}. `.repeat(200);
    for (const cut of [limit, 3 * limit, limit + 10_000])
      for (const within of [3, 10, 17])
        expect(stored(before.slice(0, cut - 100).padEnd(cut - within) + card)).not.toMatch(/\d/);
  });

  it('the cut is marked, and a letter of two code units counts as one', () => {
    expect(stored('😀'.repeat(limit))).toBe('😀'.repeat(limit));
    expect(stored('😀'.repeat(limit + 1))).toBe(`${'😀'.repeat(limit - 1)}…`);
    const long = stored(`${inWords(CARDS[0] ?? '')} ${'x'.repeat(limit)}`);
    expect(long).toMatch(/^\[number removed\] x+…$/);
  });
});
