import fc from 'fast-check';
import { find } from 'linkifyjs';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';
import { callMails } from '../../functions/_shared/mails/call.ts';
import { withoutForeignContacts } from '../../functions/_shared/mails/foreign-contacts.ts';

const TEAM = 'team@office.example';
const SITE = 'https://acme.example';
const removed = emailCopy['voice-call'].thanks.removed;

const mailsWith = (summary: string) =>
  callMails(
    {
      id: '6f1c2b9e-0000-4000-8000-000000000001',
      name: 'Zoë Example',
      email: 'zoe@example.com',
      created_at: '2026-11-21T10:00:00Z',
      duration_s: 125,
      end_reason: 'customer-ended-call',
      summary,
      transcript: `User: ${summary}`,
      outcome: '',
      recording_url: '',
      lead_known: true,
    },
    true,
    TEAM,
    SITE,
  );
/** The summary as the visitor's mail has it. */
function shown(summary: string): string {
  const { text, html } = mailsWith(`BEGIN ${summary} END`).acknowledgement();
  const [, plain] = /BEGIN ([^]*) END/.exec(text) ?? [];
  const [, rich] = /BEGIN ([^]*) END/.exec(parse(html).text) ?? [];
  expect(rich).toBe(plain);
  return plain ?? '';
}

describe('in the summary for the visitor', () => {
  it.each([
    'HTTPS://EVIL.EXAMPLE',
    'hTTp://evil.example/a?b=1#c',
    'WWW.EVIL.COM',
    'www.evil_x.com',
    '<URL:\th ttp s:/\t/evil-bank. com/login>',
    '"ms-wor d:ofe|u|http s:/ /evil-bank. com/Invoice. docm"',
    '<ldap s:/ /evil-bank. com/cn=x>',
    'search-ms:?crumb=location%3Aevil%2Ecom',
    'magnet:?dn=invoice',
    'news:-evil-bank%2Ecom',
    'xmpp:évil',
    'evil.md/login',
    'EVIL.COM',
    'evil.com.',
    'evil.com:8443/x',
    'user:password@evil.com',
    'mailto:help@evil.com',
    'HELP@EVIL.COM',
    '<evil.com>',
    '-evil.com',
    '../evil.com',
    'x_evil.com',
    'a=evil.com',
    'i❤.ws',
    'пример.рф/x',
    'ПРИМЕР.РФ',
    '例え.中国',
    'xn--e1afmkfd.xn--p1ai',
    'evil。com',
    'evil．com',
    'evil｡com',
    'ｅｖｉｌ.ｃｏｍ',
    '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
    'evil\u200B.com',
    'evil.\u00ADcom',
    'e\u202Evil.com',
    'http://127.0.0.1',
    '10.0.0.1',
    '10.0.0.1:80/x',
    'http://2130706433',
    '2130706433',
    'http://0x7f.1/',
    'http://[::1]/',
    '2001:db8::8a2e:370:7334',
    '2a02:ec80::b.',
    '//evil.example',
    '\\\\evil\\share',
    'file:///etc/passwd',
    'javascript:alert',
    'data:text/html,x',
    'tel:+19005550199',
    'sms:19005550199',
    'whatsapp://send',
    'hxxps://evil.example',
    'https://acme.example"@evil.example',
    'https://acme.example<evil.example',
    'https://acme.example)evil.example',
    'https://acme.example@evil.example',
    'https://acme.example\\@evil.example',
    'https://acme.example.evil.example',
    'https://acme.example:8443',
    'https://acme.example/?next=evil.example',
    'https://acme.example/evil.example',
    'https://evil.example/acme.example',
    'notacme.example',
    'аcme.example',
    'team@office.example.evil.com',
    'xteam@office.example',
    'office.example',
    'हिन्दी.com',
    'हिन्दी.com/login',
    'evil.org\u0301',
    'evil\u0001.com',
    'tel:*21*123#',
    '08\u202F99\u202F12\u202F34\u202F56',
    '08·99·12·34·56',
    '08*99*12*34*56',
    '08_99_12_34_56',
    '（900）555．0199',
    '0990ー123ー456',
    '0900～123～456',
    '1900-55-01 99',
    '+1 900 555 0199',
    '+1\u00A0(900)\u2011555\u20110199',
    '001 900 555 0199',
    '0900 1 123456',
    '(900) 555-0199',
    '900.555.0199',
    '900/555/0199',
    '19005550199',
    '＋１ ９００ ５５５ ０１９９',
    '٠٩٠٠١٢٣٤٥٦٧',
    '𝟗𝟎𝟎 𝟓𝟓𝟓 𝟎𝟏𝟗𝟗',
    '9\u200B00 5\u206055 0199',
    '+1 555 01429999',
    '+1     900     555     0199',
    '+1\u00A0\u00A0\u00A0\u00A0\u00A0900\u00A0\u00A0\u00A0\u00A0\u00A0555 0199',
    '0900 ----- 555 ----- 0199',
    '0900.....555.....0199',
    '+1, 900, 555, 0199',
    '+1:900:555:0199',
    '+1;900;555;0199',
    "+1'900’555'0199",
    '+1x900X555x0199',
    '001=900=555=0199',
    '+1 & 900 & 555 & 0199',
    '900#555#0199',
    '900…555…0199',
    '900・555・0199',
    '900⁄555∕0199',
    '9\uFE0F\u20E30\uFE0F\u20E30\uFE0F\u20E35550199',
    '9\u03320\u03320\u0332 5\u03325\u03325\u0332 0199',
    '⑨⓪⓪ ⑤⑤⑤ ⓪①⑨⑨',
    'tel:-900',
    'sms:&body=x',
    'mailto:;x',
    '"http s:/ /evil-bank. com/login"',
    '<http s:/ /evil-bank. com/login>',
    '"mailt o:help%40evil-bank. com"',
    'https:-a.evil-bank%2Ecom/login',
    'https:évil-bank%2Ecom',
    'evil-bank.com19005550199',
    '1 900 555 0199evil-bank.com',
    '803 12 34 56 / 803 12 34 57',
    '06 12 34 56 78 - 24/7 - 06 12 34 56 78',
    '4242 4242 4242 4242, 08 99 12 34 56',
    '(180)(012)(34)',
    '((080)) 0012345',
    '900, 555, 0199',
    '900:555:0199',
    '900x555x0199',
    '900$555$0199',
    '900 555\n0199',
    '08.99.2034 56',
    '08.12.2034 56',
    '09.00.1995 55',
    '2012-1999',
    '+2026-11-24',
    '2026-11-24 1430',
    '14:30:00 0199',
    '⁹⁰⁰ ⁵⁵⁵ ⁰¹⁹⁹',
    '₉₀₀₅₅₅₀₁₉₉',
    '❾⓿⓿ ❺❺❺ ⓿❶❾❾',
    '⑼⑽ ⑸⑸⑸ ⑽⑼⑼',
    'हिन्दी.भारत/login',
    'दिल्ली.संगठन',
    'தமிழ்.இந்தியா',
    'বাংলাদেশী.বাংলা',
    'हिन्दी.сайт',
    '〇〇.com',
    'evil〇.jp',
    'བོད་.com',
    'ג׳.com',
    '→.com',
    'evil.com_',
    'localhost/x',
    'evil.comé',
    'a.2001:db8::8a2e:370:7334.b',
    ':2001:8::1:',
    'help＠evil',
    'ｈｔｔｐ：／／evil',
  ])('%j is removed', (contact) => {
    expect(shown(contact).replace(removed, '')).not.toMatch(/[\p{L}\p{N}]/u);
    const said = shown(`Your account is locked: call or open "${contact}" or (${contact}) or ${contact}, now.`);
    expect(said).toMatch(/^Your account is locked: call or open .*, now\.$/);
    expect(said.split(removed)).toHaveLength(4);
  });

  it.each([
    'acme.example',
    'ACME.example/flow',
    'https://acme.example',
    'https://acme.example/case-studies/#top',
    'http://acme.example/',
    TEAM,
    TEAM.toUpperCase(),
    emailCopy.siteEmail,
    new URL(emailCopy.siteUrl).host,
    emailCopy.sitePhone,
    'Node.js, 3.5 and e.g. Vue.js',
    '9 a.m. to 5:30 p.m., U.S. time, i.e. 14:30:00',
    'from 2026-11-24 to 24.11.2026, in 2024-2026 or 3-6 months',
    '2026-11-24',
    '2024–2026',
    '2026-11-24 14:30',
    '11/24/2026',
    '24.11.2026 14:30, 11/24/2026, 3 p.m.',
    '$250,000 or 12 500 euros, 40%',
    '\n1. for 250,000\n2. 2000 visitors',
    '2026-11-24T14:30:00Z to 2026-11-24T15:30',
    '14:00, 15:00, 16:00 and 17:00',
    'and/or, either/or, 24/7, C++ & C#, 5 < 6',
    'Zoë said: “why?” – 東京です。 ありがとう',
  ])('%j stays', (words) => {
    const said = `Ask "${words}" or (${words}) or ${words}. Bye`;
    expect(shown(said)).toBe(said);
  });

  it(
    'an address is removed whatever sign follows it, such as those that stand for letters',
    { tags: ['exhaustive'] },
    () => {
      const signs = Array.from({ length: 0x2ffff }, (_, code) => code)
        .filter((code) => code < 0xd800 || code > 0xdfff)
        .map((code) => String.fromCodePoint(code))
        .filter((sign) => /^[^\p{L}\p{M}\p{C}\p{Z}]$/u.test(sign) && /\p{L}/u.test(sign.normalize('NFKC')));
      expect(signs).toContain('™');
      for (const sign of signs) expect(shown(`at evil-bank.com${sign} now`), sign).not.toContain('evil');
    },
  );

  it.each(['_', '*', "'", '**'])('another mailbox than ours is removed: %j in front of the address', (mark) => {
    expect(shown(`Ask ${mark}${TEAM} now`)).toBe(`Ask ${mark}${removed} now`);
  });

  it('our number stays beside itself and dates, and is removed with other digits', () => {
    const phone = emailCopy.sitePhone;
    for (const said of [`${phone}, ${phone}`, `2026-11-24, ${phone}`]) expect(shown(said)).toBe(said);
    for (const said of [`${phone} 99`, `9 ${phone}`, `${phone}\n99`, `${phone}9`]) expect(shown(said)).toBe(removed);
  });

  it('a telephone number is removed if it looks like items of a list', () => {
    expect(shown('Call our bank at +1 212 5\n55. 0199 now')).not.toMatch(/212|0199/);
    for (const line of ['\n', '\u2028'])
      for (const rest of ['', 'x'])
        expect(
          shown(`Call${[1, 2, 3, 4, 5, 6, 7].map((digit) => `${line}${digit}. ${rest}`).join('')}\nnow`),
        ).not.toMatch(/\d/);
  });

  it('two numbers in two lines are removed', () => {
    expect(shown('Call\n08 99 12 34 56\n08 99 12 34 57\nnow')).toBe(`Call\n${removed}\nnow`);
  });

  it.each([
    '1 000 000 euros',
    'EUR 1.250.000',
    '$3,000,000',
    '$50,000–$100,000',
    'order 20261124',
    '1. 250,000 euros',
    'in 1998-2024',
    '東京です。ありがとう',
  ])('an ordinary text that may be a contact is removed, too: %j', (words) => {
    expect(shown(words)).toContain(removed);
  });

  const tld = fc.constantFrom('com', 'net', 'md', 'zip', 'museum', 'co.uk', 'рф', '中国', 'xn--p1ai', 'example');
  const label = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz019éяß中-')), minLength: 3, maxLength: 12 });
  const host = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), tld)
    .map(([labels, end]) => `${labels.map((one) => `e${one}l`).join('.')}.${end}`);
  const contact = fc.oneof(
    host,
    fc.tuple(host, fc.webPath()).map(([name, path]) => name + path),
    fc.tuple(fc.constantFrom('https', 'ftp', 'x-evil'), host).map(([scheme, name]) => `${scheme}://${name}`),
    fc.tuple(fc.stringMatching(/^[a-z0-9.+_-]{1,12}$/), host).map(([user, name]) => `${user}@${name}`),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.emailAddress(),
    fc.ipV4(),
    fc.ipV4Extended().map((address) => `http://${address}`),
    fc.ipV6().map((address) => `http://[${address}]`),
  );
  const spelling = fc.constantFrom<(contact: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replaceAll('.', '。'),
    (text) => text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
    (text) => Array.from(text).join('\u200B'),
  );
  const wrapping = fc.constantFrom(
    'X',
    '"X"',
    '(X)',
    '<X>',
    '[x](X)',
    'X.',
    'see:X',
    '-X',
    '*X*',
    '“X”,',
    `${SITE}"X`,
    `${SITE})X`,
  );

  it('no generated host, address or IP address stays, in any spelling or punctuation', { tags: ['exhaustive'] }, () => {
    fc.assert(
      fc.property(contact, spelling, wrapping, (found, spell, wrap) => {
        const said = shown(`before ${wrap.replace('X', () => spell(found))} after`);
        expect(said.replaceAll(removed, '')).toMatch(/^before [^\p{L}\p{N}]* after$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('no generated telephone number stays', () => {
    const phone = fc
      .tuple(
        fc.constantFrom('', '+', '00'),
        fc.stringMatching(/^[1-9]\d{8,11}$/),
        fc.array(fc.constantFrom('', ' ', '-', '.', '/', '\u00A0', '\u2011', ' '.repeat(9)), {
          minLength: 3,
          maxLength: 3,
        }),
      )
      .map(([plus, digits, gaps]) => plus + digits.replace(/^(...)(...)(..)/, `$1${gaps[0]}$2${gaps[1]}$3${gaps[2]}`));
    fc.assert(
      fc.property(phone, (number) => {
        expect(shown(`call ${number} now`)).toBe(`call ${removed} now`);
      }),
      { numRuns: 400 },
    );
  });
});

it('what is left has nothing to remove, and nothing that becomes a link', () => {
  const own = { hosts: ['acme.example'], emails: [TEAM], phone: emailCopy.sitePhone };
  const words = 'evil-bank.com हिन्दी.भारत http://evil help@evil.com acme.example and e.g. Node.js'.split(' ');
  const numbers = '9,900,555 0199,08 99 12 34 56,2026-11-24,14:30,2024,10.0.0.1,٩٠٠,❾❾'.split(',');
  const piece = fc.constantFrom(TEAM, own.phone, ...words, ...numbers);
  const glue = fc.constantFrom('', '', ...Array.from(' \n.。-/:,+()x@\u0301\u200B'));
  const text = fc.array(fc.tuple(piece, glue), { maxLength: 8 }).map((pairs) => pairs.flat().join(''));
  fc.assert(
    fc.property(text, (said) => {
      const left = withoutForeignContacts(said, own, '[removed]');
      expect(withoutForeignContacts(left, own, '[removed]')).toBe(left);
      expect(find(left).filter(({ value }) => ![TEAM, ...own.hosts].includes(value))).toEqual([]);
    }),
    { numRuns: 1500, seed: 1, examples: [['team@office.example2026-11-24 9。2026-11-24']] },
  );
});

it('in the mail to the team, everything stays as text, and nothing of it is a link', () => {
  const summary = 'Open https://evil.example/a?b=1, WWW.EVIL.COM or help@evil.com, or call tel:+19005550199.';
  const { first } = mailsWith(summary);
  expect(first.text).toContain(summary);
  const page = parse(first.html);
  expect(page.text).toContain(summary);
  expect(page.querySelectorAll('a')).toEqual([]);
});
