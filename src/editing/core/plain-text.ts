/** What a YAML file can hold in no other way than escaped in double quotes; among it half of an emoji. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/u;

/** What means something at the beginning of a value. Some would do no harm before a letter; quotes never do. */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`]|^\.\.\./;

/** A colon or a hash that ends a value. */
const ENDS_VALUE = /:(?:[ \t]|$)|[ \t]#/;

/** Words that one reader of YAML or another takes for something else than text. */
const WORD = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i;

const NUMBER =
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\da-f_]+|(?:\d[\d_]*)?\.?[\d_]*(?:e[-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\.inf|\.nan)$/i;

const DATE = /^\d{4}-\d\d?-\d\d?(?:$|[Tt \t])/;

/** Whether a text is a day as fields hold it, for example 2027-05-31. */
export const isDayText = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Whether a text must be escaped in double quotes. */
export const isUnprintable = (text: string): boolean => UNPRINTABLE.test(text);

/**
 * Whether a text can stand without quotes, so that every reader takes it for that very text: `yaml` (YAML 1.2), js-yaml,
 * with which Astro reads the fields, and readers of YAML 1.1.
 *
 * @param inFlow whether it stands in brackets or braces
 */
export function isPlainText(text: string, inFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || isUnprintable(text)) return false;
  if (INDICATOR.test(text) || ENDS_VALUE.test(text) || (inFlow && /[,[\]{}:]/.test(text))) return false;
  return !WORD.test(text) && !NUMBER.test(text) && !DATE.test(text);
}
