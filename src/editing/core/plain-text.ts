/** Characters that YAML can only hold escaped in double quotes, lone surrogates included. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/u;

/** What has a meaning at the start of a value. Some are harmless before a letter, but quoting is always safe. */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`]|^\.\.\./;

/** A colon or a hash that ends a value. */
const ENDS_VALUE = /:(?:[ \t]|$)|[ \t]#/;

/** Words that some YAML parser does not read as text. */
const WORD = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i;

const NUMBER =
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\da-f_]+|(?:(?:\d[\d_]*)?\.)?[\d_]*(?:e[-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\.inf|\.nan)$/i;

const DATE = /^\d{4}-\d\d?-\d\d?(?:$|[Tt \t])/;

/** Whether a text is a day in the form of 2027-05-31. */
export const isDayText = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Whether a text must be escaped in double quotes. */
export const isUnprintable = (text: string): boolean => UNPRINTABLE.test(text);

/**
 * Whether every parser reads a text without quotes as that text: `yaml` (YAML 1.2), js-yaml, which Astro uses, and
 * parsers of YAML 1.1.
 *
 * @param inFlow whether it is in brackets or braces
 */
export function isPlainText(text: string, inFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || isUnprintable(text)) return false;
  if (INDICATOR.test(text) || ENDS_VALUE.test(text) || (inFlow && /[,[\]{}:]/.test(text))) return false;
  return !WORD.test(text) && !NUMBER.test(text) && !DATE.test(text);
}
