/** Words that do not say what a question is about, in any inflection. */
const STOP_WORDS =
  `a about actually again all also am an and any anyone anything are as ask at based be because been before begin being
  best build but by can cannot come could create day did different do does doing done dont else ever exactly fast for
  from get getting give go going good got had handle happen has have he how hows i id if ill im in instruction into is
  isnt it its ive just kind know last let like live ll long look make many may maybe me might mine more most move much
  must my need new next no not now number of off offer on one or organize our ours out over possible provide put quick
  quickly rather repeat run say see service shall she should so some someone something soon sort start such take tell
  than that thats the their them then there these they thing think this those time to today too type until up us use
  used using very want was we well were what whats when where which who whom whos whose why will with without wonder
  would year yes yet you your youre yours`.split(/\s+/);

/** Groups of synonyms. The first word replaces the others. */
const SYNONYMS = [
  ['university', 'uni', 'college', 'campus'],
  ['company', 'business', 'corporation', 'corporate', 'enterprise', 'firm', 'organization', 'organisation'],
  ['hospital', 'clinic'],
  ['internship', 'intern', 'traineeship', 'placement'],
  ['apply', 'application', 'applicant'],
  ['position', 'field'],
  ['resume', 'cv'],
  ['required', 'necessary', 'mandatory'],
  ['pay', 'paid', 'payment', 'salary', 'wage'],
  ['price', 'pricing'],
  ['less', 'lower', 'save', 'saving', 'cut', 'reduce'],
  ['analysis', 'analytics', 'analyze', 'analyse'],
  ['stage', 'phase', 'step'],
  ['start', 'begin'],
  ['book', 'schedule', 'reserve', 'arrange'],
  ['answer', 'respond', 'response', 'reply'],
  ['email', 'mail'],
  ['phone', 'telephone', 'mobile'],
  ['sell', 'share'],
  ['notify', 'notification'],
  ['delete', 'erase', 'remove'],
  ['old', 'age', 'aged'],
  ['least', 'minimum'],
  ['do', 'does'],
  ['we', 'us', 'you', 'i', 'me'],
  ['our', 'your', 'my'],
];

/** The same for expressions, spellings and polite phrases. */
const EXPRESSIONS: [RegExp, string][] = [
  [/\b(?:hello|hi|hey|um|uh|ok|okay|please|thanks?(?: you)?|(?:(?:can|could) you )?tell me)\b/g, ''],
  [/\be mail\b/g, 'email'],
  [/\b(email) address(?:es)?\b|\b(?:tele)?(phone) number\b/g, '$1$2'],
  [/\bstart (?=ups?\b)/g, 'start'],
  [/\bweb app(?:lication)?s?\b/g, 'webapp'],
  [/\b(?:stage|phase|step) (\d+)\b/g, '$& stage$1'],
  [/\bsign(?:ing)? up\b/g, 'apply'],
  [/\bget started\b/g, 'start'],
  [/\bget in touch\b|\breach\b/g, 'contact'],
  [/\bget back to\b/g, 'answer'],
  [/\bwho (?:gets|sees|reads)\b/g, 'who receives'],
  [/\byour (?:company|business|firm|team|organi[sz]ation)\b/g, 'you'],
  [/\bdo (?:i|we) (?:need|have to)\b/g, 'required'],
  [/\b(?:do with|happens to) my (?=data|information|details)/g, 'share my '],
  [/\bmy (?:personal )?(?:data|information|details)\b/g, 'data privacy'],
  [/\b(?:talk|speak) (?:to|with) (?:an? |the )?(?:person|human|someone|somebody|expert|team)\b/g, 'call expert'],
  [/\bwhat(?:s| is)? the (?:duration|length) of\b/g, 'how long is'],
  [/\bhow long (?:do|does|will|would|is|are) (?:an? |the |my |our |your )?projects?\b/g, 'how long discovery launch'],
  [/\b(?:how much|what) (?:do|does|would|will|is|are)\b(.*)\b(?:costs?|charged?)\b/g, 'price $1'],
];

/** Words that a question may contain even if the content does not. */
export const COMMON_WORDS: readonly string[] = [
  ...STOP_WORDS,
  ...SYNONYMS.flat(),
  ...EXPRESSIONS.flatMap(([{ source }]) => source.replaceAll(/\\./g, ' ').match(/[a-z]{2,}/g) ?? []),
];

/** The words of a text as spelled, in lower case, without accents and apostrophes. */
export const spelledWordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’](?:s|re|d|ll|ve|m)\b|['’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The same, with expressions replaced by their usual form. */
const wordsOf = (text: string) => {
  const written = spelledWordsOf(text).join(' ');
  const usual = EXPRESSIONS.reduce((folded, [pattern, words]) => folded.replaceAll(pattern, words), written);
  return usual.match(/\S+/g) ?? [];
};

const stem = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|us|is)$|s$/, '$1')
    .replace(/(?<=.{3})(?:ing|ed)$/, '')
    .replace(/(?<=.{4})(?:ion|ive|ment|er|ity|al|ly)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/(?<=.{3})e$/, '')
    .replace(/y$/, 'i');

const STANDING = new Map(
  SYNONYMS.flatMap(([first = '', ...others]) => others.map((word) => [stem(word), stem(first)])),
);

/** The common form of a word's inflections and synonyms. */
export const usualForm = (word: string): string => STANDING.get(stem(word)) ?? stem(word);

const STOP_FORMS = new Set(STOP_WORDS.map(usualForm));

/** What a text is about: its words in their usual form, without stop words. */
export const termsOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => word.length > 1)
      .map(usualForm)
      .filter((form) => !STOP_FORMS.has(form)),
  );

/** The wording of a text: all its words in their usual form. */
export const wordingOf = (text: string): Set<string> => new Set(wordsOf(text).map(usualForm));

const COUNT = '(?:half|third|quarter|dozen|two|three|four|five|six|seven|eight|nine|ten|twelve)';
const PERIOD = `\\b(?:\\d+|one|${COUNT})[\\s-]+(?:business |working )?(?:minute|hour|day|week|month|year)s?\\b`;
const SOON = `within ${PERIOD}|${PERIOD} after`;

/** A kind of question, and how to recognize a sentence that answers it. */
interface Kind {
  asked: RegExp;
  told: RegExp;
  /** Marks the kind among the terms of a sentence. */
  term: string;
  /** Whether an answer must have it. */
  needed: boolean;
}

const KINDS: readonly Kind[] = [
  { asked: /\bhow (?:soon|fast|quick)/, told: new RegExp(SOON, 'i'), term: '#soon', needed: true },
  { asked: /\bhow old are\b/, told: /\b(?:founded|since) [^.]*\d{4}/i, term: '#founding', needed: true },
  { asked: /\bhow long/, told: new RegExp(`${PERIOD}|\\bas long as\\b`, 'i'), term: '#period', needed: true },
  {
    asked: /\bwhen\b|\bwhat time\b/,
    told: new RegExp(`${SOON}|\\b(?:week|month)s? \\d|\\b\\d{4}\\b|\\d\\d:\\d\\d`, 'i'),
    term: '#moment',
    needed: false,
  },
  { asked: /\bwhich\b|\bwhat (?:kind|type|sort|field)/, told: /: [^.]+, [^.]+, /, term: '#list', needed: false },
];
const COUNTED = new RegExp(`(?:\\d[\\d.,%+x-]*|\\b${COUNT})\\s+((?:\\p{L}+\\s+){0,2}\\p{L}+)`, 'giu');
const counted = (term: string) => `#${term}`;

/** The kinds of question that a sentence answers, as terms. */
export const toldBy = (text: string): string[] => [
  ...KINDS.filter(({ told }) => told.test(text)).map(({ term }) => term),
  ...[...text.matchAll(COUNTED)].flatMap(([, words = '']) => [...termsOf(words)].map(counted)),
];

/** The kind of a question, as one of the same terms. */
export function askedBy(question: string): { term: string; needed: boolean } | undefined {
  const words = wordsOf(question).join(' ');
  const [first] = termsOf(/\bhow (?:many|much)\b(.*)/.exec(words)?.[1] ?? '');
  return first === undefined ? KINDS.find(({ asked }) => asked.test(words)) : { term: counted(first), needed: true };
}
