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

const SCHEME = '(?:callto|https?|mailto|mms|skype|sms|tel):';
/** What only addresses contain: a scheme, a network (UNC) path, an @, "www.", a Punycode label. */
const ADDRESS = new RegExp(
  String.raw`(?<!\d)[a-z][a-z\d+.-]+:[\p{L}\w/\\[+%*?&#!~$=;,-]|${SCHEME}\S|//|\\\\|@|www\.|\bxn--|\blocalhost\b`,
  'u',
);
/** Between quotes or angle brackets, some programs remove the blanks of an address: "h ttps:evil. com". */
const QUOTED = /(?<=[<"])[^<>"\n]*:[^<>"\n]*(?=[>"])/g;
const STARTS_WITH_SCHEME = new RegExp(`^${SCHEME}`, 'i');
const isSpacedAddress = (part: string) =>
  /\s/.test(part) && (/[a-z+.-]:\S/i.test(part) || STARTS_WITH_SCHEME.test(part.replaceAll(/\s/g, '')));
const IPV4 = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/;
const IPV6 = /[\da-f:.]*:[\da-f:.]*:[\da-f:.]*/g;
/** What follows a dot. */
const LABEL = /(?<=\S\.)[\p{L}\p{M}]+/gu;
/** Special-use domains: no list of top-level domains has them, but some programs open them. */
const RESERVED = /^(?:example|test|invalid|localhost|local|internal|onion|alt)$/;

/** Whether a label is a top-level domain. Any in another script may be one: programs disagree about where it ends. */
const hasTopLevel = (labels: readonly string[]): boolean =>
  labels.some((label) => /[^a-z]/.test(label) || RESERVED.test(label)) ||
  find(labels.map((label) => `a.${label}`).join(' ')).length > 0;

/** Whether there is an IPv6 address between the dots and colons of a sentence. */
const hasIPv6 = (found: string): boolean =>
  found
    .split('.')
    .map((part) => part.replaceAll(/^:(?!:)|(?<!:):$/g, ''))
    .some((part) => part.length > 4 && URL.canParse(`http://[${part}]`));

/** Whether any part of a word is an address, or may look like one to some program. */
function isAddress(word: string): boolean {
  // Browsers read host names in compatibility form. As it was written, a word may end elsewhere: "evil.com™".
  return [word, word.normalize('NFKC')].some((form) => {
    const plain = form.replaceAll(/[。．｡]/g, '.').toLowerCase();
    return (
      [ADDRESS, IPV4].some((pattern) => pattern.test(plain)) ||
      hasTopLevel(plain.match(LABEL) ?? []) ||
      (plain.match(IPV6) ?? []).some(hasIPv6)
    );
  });
}

function isOurs(before: string, word: string, { hosts, emails }: OwnContacts): boolean {
  const plain = word.toLowerCase();
  const [, host = ''] = /^(?:https?:\/\/)?([a-z\d.:-]+)(?:\/[\w/#-]*)?$/.exec(plain) ?? [];
  // With one of these in front, it is another mailbox.
  return (emails.includes(plain) && !/['*_]$/.test(before)) || hosts.includes(host);
}

/** A word in the punctuation of a sentence. */
const IN_SENTENCE = /^([("'“‘«[<*_]*)(.*?)([)"'”’»\]>*_.,;:!?…]*)$/su;

/** A text without the words that are ours. */
const withoutOurs = (text: string, own: OwnContacts): string =>
  text.replaceAll(/\S+/g, (found) => {
    const [, before = '', word = ''] = IN_SENTENCE.exec(found) ?? [];
    return isOurs(before, word, own) ? '' : found;
  });

/** Stands for our number: one word, and counts as a digit. The text has no such character, since it is invisible. */
const OURS = '\u0001';
/** Stands for a foreign number until the word around it is replaced. */
const FOREIGN = '\u0002';

/** Stands in front of an item of a list. */
const ITEM = '\u0003';

const DIGIT = String.raw`[\p{N}${OURS}]`;
/** What can be between digits: no letters but those that look like signs, and no item of a list. */
const BETWEEN = String.raw`(?:[^\p{L}\p{N}${ITEM}]|[\p{Lm}x])`;
/** Digits of all scripts and styles with only that between them, a plus sign, and an area code in parentheses. */
const NUMBER = new RegExp(
  String.raw`(?:[+＋]|[(（](?=[(（+＋]{0,3}\p{N}+[)）]${BETWEEN}*\p{N})){0,3}${DIGIT}(?:${BETWEEN}*${DIGIT})*`,
  'giu',
);
const SHORTEST_PHONE = 7;

const YEAR = String.raw`20[0-4]\d`;
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const HOUR = String.raw`(?:[01]?\d|2[0-4])`;
const DATE = String.raw`(?:${YEAR}-${MONTH}-${DAY}|${DAY}\.${MONTH}\.${YEAR}|(?:${DAY}/${MONTH}|${MONTH}/${DAY})/${YEAR})`;
/** A date, perhaps with an hour, a time or a year. */
const MOMENT = new RegExp(
  String.raw`(?<![\p{N}+＋])(?:${DATE}(?:,? ${HOUR}(?::[0-5]\d){0,2}(?![^\s.,;!?)]))?|${HOUR}(?::[0-5]\d){1,2}|${YEAR})(?!\p{N})`,
  'gu',
);

/** Characters that some programs leave out, which joins what they separate. */
const INVISIBLE = /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/**
 * Marks lines that begin with 1, and with 2 after it, and so on, and that have words. Another number may be a part of a
 * telephone number.
 */
function withItems(text: string): string {
  let last = 0;
  return text.replaceAll(/(?<![^\n])\d\d?(?=[.)][^\S\n\r\u2028\u2029].*(?![x\p{Lm}])\p{L})/giu, (found) => {
    const number = Number(found);
    if (number !== 1 && number !== last + 1) return found;
    last = number;
    return ITEM + found;
  });
}

/**
 * Replaces each word that has a link, e-mail address, IP address or telephone number, or a part of one, that is not
 * exactly ours. Mail programs turn such text into links, each by its own rules, so everything that may become a link is
 * replaced, in any script. Seven digits count as a telephone number, unless all are of dates and times. Invisible
 * characters are removed.
 *
 * @param instead what is written in their place
 */
export function withoutForeignContacts(text: string, own: OwnContacts, instead: string): string {
  const ownPhone = new RegExp(String.raw`(?<![\p{N}+＋])${own.phone.replace('+', String.raw`\+`)}(?!\p{N})`, 'gu');
  const isForeign = (number: string) =>
    number.replaceAll(OURS, own.phone).normalize('NFKC').replaceAll(/\P{N}/gu, '').length >= SHORTEST_PHONE &&
    /\p{N}/u.test(number.replaceAll(MOMENT, ''));
  return withItems(asciiDigits(text.replaceAll(INVISIBLE, '')))
    .replaceAll(ownPhone, OURS)
    .replaceAll(NUMBER, (number) => (isForeign(number) ? FOREIGN : number))
    .replaceAll(ITEM, '')
    .replaceAll(QUOTED, (part) => (isSpacedAddress(withoutOurs(part, own)) ? FOREIGN : part))
    .replaceAll(/\S+/g, (found) => {
      const [, before = '', word = '', after = ''] = IN_SENTENCE.exec(found) ?? [];
      const isKept = !found.includes(FOREIGN) && (!isAddress(found) || isOurs(before, word, own));
      return isKept ? found : before + instead + after;
    })
    .replaceAll(OURS, own.phone);
}
