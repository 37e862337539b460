import { findPhoneNumbersInText } from 'libphonenumber-js';
import { find } from 'linkifyjs';
import { asciiDigits } from '../spoken-digits.ts';

/** What is ours, and stays. */
export interface OwnContacts {
  /** With the port, if it is not the scheme's own. */
  hosts: readonly string[];
  emails: readonly string[];
  /** In international format: "+1 555 0100". */
  phone: string;
}

/** What only addresses contain: a scheme, a network (UNC) path, an @, "www.", a Punycode label. */
const ADDRESS = /[a-z][a-z\d+.-]+:[\w/\\[+%*]|(?:callto|mailto|mms|skype|sms|tel):\S|\/\/|\\\\|@|www\.|\bxn--/;
/** Special-use domains: no list of top-level domains has them, but some programs open them. */
const RESERVED = /\.(?:example|test|invalid|localhost|local|internal|onion|alt)(?![\p{L}\p{N}-])/u;
const IPV4 = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/;
const NOT_HOST = /(?:[^\p{L}\p{M}\p{N}\p{So}.-]|(?<![\p{L}\p{M}\p{N}\p{So}])[.-])+/gu;
const IPV6 = /[\da-f:.]*:[\da-f:.]*:[\da-f:.]*/g;

/** Whether any part of a word is an address, or may look like one to some program. */
function isAddress(word: string): boolean {
  // As browsers read host names.
  const plain = word.normalize('NFKC').replaceAll('。', '.').toLowerCase();
  return (
    [ADDRESS, RESERVED, IPV4].some((pattern) => pattern.test(plain)) ||
    find(plain).length > 0 ||
    // Programs disagree about the characters that a link can follow.
    find(plain.replaceAll(NOT_HOST, ' ')).length > 0 ||
    // linkifyjs takes a combining mark for the end of a name.
    find(plain.normalize('NFKD').replaceAll(/\p{M}/gu, '')).length > 0 ||
    (plain.match(IPV6) ?? []).some((part) => part.length > 4 && URL.canParse(`http://[${part}]`))
  );
}

function isOurs(before: string, word: string, { hosts, emails }: OwnContacts): boolean {
  const plain = word.toLowerCase();
  const [, host = ''] = /^(?:https?:\/\/)?([a-z\d.:-]+)(?:\/[\w/#-]*)?$/.exec(plain) ?? [];
  // With one of these in front, it is another mailbox.
  return (emails.includes(plain) && !/['*_]$/.test(before)) || hosts.includes(host);
}

/** A word in the punctuation of a sentence. */
const IN_SENTENCE = /^([("'“‘«[<*_]*)(.*?)([)"'”’»\]>*_.,;:!?…]*)$/su;

const YEAR = '(?:19|20)\\d\\d';
/** What could be a telephone number, but is a date, perhaps with an hour, or a period. */
const DATE = new RegExp(
  `^(?:(?:${YEAR}-(?:0\\d|1[0-2])-(?:[0-2]\\d|3[01])|\\d{1,2}([./])\\d{1,2}\\1${YEAR})(?: \\d{1,2})?|${YEAR}\\s?[-–…]\\s?${YEAR})$`,
);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z?$/i;
/** Amounts of the length of a telephone number. Round ones only: a number can have a currency beside it, too. */
const AMOUNT = /^[1-9][\s.]?\d{3}[\s.]?000$/;
const CURRENCY = String.raw`(?:\p{Sc}|\b(?:chf|dollars?|eur|euros?|francs?|gbp|pounds?|usd)\b)`;
const AFTER_CURRENCY = new RegExp(String.raw`${CURRENCY}\s?$`, 'iu');
const BEFORE_CURRENCY = new RegExp(String.raw`^\s?${CURRENCY}`, 'iu');
const SHORTEST_PHONE = 7;

/** What people write between the digits of a telephone number. */
const BETWEEN = '[\\s\\p{Pd}./()[\\]{}~·•‧∙⁃−*_|\\\\（）［］．／ー⁓∼～・⁄∕…#]';
/** Digits with only that between them, and an area code in parentheses. */
const DIGITS = new RegExp(`(?:[+＋]|[(（](?=[+＋]?\\d+[)）]${BETWEEN}*\\d))*\\d(?:${BETWEEN}*\\d)*`, 'gu');
/** An international number, also with what is between other numbers, such as those of a list. */
const INTERNATIONAL = new RegExp(
  `(?:[+＋][(（]*\\d|(?<![:.,]|\\d${BETWEEN}*)00(?=\\D?[1-9]))(?:(?:${BETWEEN}|[,:;'’x=&])*\\d){${SHORTEST_PHONE - 1},}`,
  'giu',
);

function isPhone(digits: string, at: number, text: string): boolean {
  if (digits.replaceAll(/\D/g, '').length < SHORTEST_PHONE || DATE.test(digits)) return false;
  if (/^\(?(?:[+＋]|00)/.test(digits)) return true;
  if (
    AMOUNT.test(digits) &&
    (AFTER_CURRENCY.test(text.slice(0, at)) || BEFORE_CURRENCY.test(text.slice(at + digits.length)))
  )
    return false;
  // The library knows only some separators, and takes some numbers for dates. German numbers have no fixed length, so
  // with Germany as the default, the numbers of all countries are found.
  const plain = digits.replaceAll(/[^\d()]+/g, ' ');
  return findPhoneNumbersInText(plain, { defaultCountry: 'DE', extended: true }).length > 0;
}

/** Characters that some programs leave out, which joins what they separate. */
const INVISIBLE = /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/**
 * Replaces each link, e-mail address, IP address and telephone number that is not exactly ours. Mail programs turn such
 * text into links, each by its own rules, so everything that may become a link is replaced, in any script. Invisible
 * characters are removed.
 *
 * @param instead what is written in their place
 */
export function withoutForeignContacts(text: string, own: OwnContacts, instead: string): string {
  const visible = asciiDigits(text.replaceAll(INVISIBLE, '')).replaceAll(/(?<=\d)\p{M}+/gu, '');
  const unlinked = visible.replaceAll(/\S+/g, (found) => {
    const [, before = '', word = '', after = ''] = IN_SENTENCE.exec(found) ?? [];
    return isAddress(found) && !isOurs(before, word, own) && !INSTANT.test(word) ? before + instead + after : found;
  });
  const ownPhone = new RegExp(`(?<![\\d+])${own.phone.replace('+', '\\+')}(?!${BETWEEN}*\\d)`, 'u');
  return unlinked
    .split(ownPhone)
    .map((part) =>
      part
        .replaceAll(INTERNATIONAL, instead)
        .replaceAll(DIGITS, (digits: string, at: number, whole: string) =>
          isPhone(digits, at, whole) ? instead : digits,
        ),
    )
    .join(own.phone);
}
