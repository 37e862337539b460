/** The time that the parser of MDX takes grows with the square of a text's length. */
const MOST_CHARACTERS = 100_000;

/** Deep nesting ends the process: the parsers of MDX call themselves for each level. They can take ten times as much. */
const MOST_LEVELS = 200;

/** What may be code: a brace that is not of a placeholder, an import, an export. */
const CODE = /\{(?![a-z-]+\})|^(?:import|export)\b/m;
/** Levels of code can't be counted without parsing it, but even if every character opens one, this many can be parsed. */
const MOST_WITH_CODE = 30_000;

/** What opens a level: a bracket or a tag. What closes one is in the second group. */
const LEVELS = /([([{]|<(?=[\w>]))|([)\]}]|<\/|\/>)/g;

/** Operators, quotes or lists with at most one word between two of them. Each can be a level, too. */
const MOST_OPERATORS = 2000;
/** One of them, or a word. */
const OPERATOR_OR_WORD = /([!-/:-@[-^`{-~])|[^\s!-/:-@[-^`{-~]+/g;

/**
 * The compiler makes other characters of quotation marks, dashes, dots and entities, and copies all that is before each in
 * its paragraph: thousands take gigabytes, and end the process. Behind four of them, it mixes up texts and names of elements.
 */
const MOST_REPLACED = 1000;
const REPLACED = /["']|--+|\.{3}|&#?\w+;/g;
/** Other blanks than these are text to the compiler. */
const EMPTY_LINE = /^[ \t\r]*$/;

/** Where a paragraph has too many of them. Lists and tables are taken for one paragraph. */
function replacedPlace(text: string): number | undefined {
  let place = 0;
  let replaced = 0;
  for (const line of text.split('\n')) {
    if (EMPTY_LINE.test(line)) replaced = 0;
    for (const { index } of line.matchAll(REPLACED)) {
      replaced += 1;
      if (replaced > MOST_REPLACED) return place + index;
    }
    place += line.length + 1;
  }
  return undefined;
}

/** Where a text gets too deep. */
function deepPlace(text: string): number | undefined {
  let level = 0;
  for (const { 1: opens, index } of text.matchAll(LEVELS)) {
    level = Math.max(0, level + (opens ? 1 : -1));
    if (level > MOST_LEVELS) return index;
  }
  let operators = 0;
  let words = 0;
  for (const { 1: operator, index } of text.matchAll(OPERATOR_OR_WORD)) {
    words = operator ? 0 : words + 1;
    operators = words > 1 ? 0 : operators + (operator ? 1 : 0);
    if (operators === MOST_OPERATORS) return index + 1;
  }
  return undefined;
}

/** Where code can begin: at a brace that is neither of a placeholder nor of a note, at an import or an export. */
const CODE_PLACE = /\{(?![a-z-]+\}|\/\*(?:[^*]|\*(?!\/))*\*\/\})|^(?:import|export)\b/m;
/** In code, each tag doubles the time that the parser takes. */
const MOST_TAGS_IN_CODE = 16;
const TAG = /<(?!\/)/g;

/** Where a text has too many tags that can be in code. */
function taggedPlace(text: string): number | undefined {
  const start = text.search(CODE_PLACE);
  if (start === -1) return undefined;
  const tag = [...text.slice(start).matchAll(TAG)][MOST_TAGS_IN_CODE];
  return tag && start + tag.index;
}

/** Fields beyond it keep the checks of their values busy. */
const MOST_CHARACTERS_OF_FIELDS = 100_000;

/** What is wrong with fields that the parser of YAML must not see, or undefined. */
export const fieldsLimitMistake = (fields: string): string | undefined =>
  fields.length > MOST_CHARACTERS_OF_FIELDS
    ? `its fields have ${fields.length.toLocaleString('en')} characters. A file can have ${MOST_CHARACTERS_OF_FIELDS.toLocaleString('en')}: shorten them.`
    : undefined;

/** Where an element that a text can have begins or ends, however it is written. Others are refused by their names. */
const BEGINS = /<\s*(?:\/\s*)?(?:br|su[bp]|Button|Figure)\b/g;

/** Such an element as a whole, without what could end the paragraph, the cell or the code around it. No other begins in it. */
const WHOLE = new RegExp(
  [
    '<(?:br|Button|Figure)\\b(?:"[^"<`|\\\\\\n]*"|\'[^\'<`|\\\\\\n]*\'|[^<>"\'`|\\\\\\n]|\\n[ \\t]*(?=[a-zA-Z{/]))*/>',
    '<(su[bp])(?:[ \\t][^<>`|\\\\\\n]*)?>[^<>`|\\\\{}[\\]*_~\\n]*</\\1>',
  ].join('|'),
  'y',
);

/**
 * Where an element is not written as a whole. The compiler of MDX ends the process at some of them, such as `<sub>` before
 * a list whose first item has `</sub>`, and takes what follows others for something else than other readers do. None can
 * be escaped: in an address, `\` is a part of it.
 */
function openPlace(text: string): number | undefined {
  let end = 0;
  for (const { index } of text.matchAll(BEGINS)) {
    if (index < end) continue;
    WHOLE.lastIndex = index;
    const whole = text[index - 1] === '\\' ? undefined : WHOLE.exec(text)?.[0];
    if (whole === undefined) return index;
    end = index + whole.length;
  }
  return undefined;
}

/** What is wrong with a text that the parser of MDX must not see, or undefined. */
export function limitMistake(text: string): string | undefined {
  const count = text.length.toLocaleString('en');
  if (text.length > MOST_CHARACTERS)
    return `there are ${count} characters. A page can have ${MOST_CHARACTERS.toLocaleString('en')}: shorten it, or make two pages of it.`;
  if (text.length > MOST_WITH_CODE && CODE.test(text))
    return `there are ${count} characters, and a { or a line that starts with import or export. With these, a page can have ${MOST_WITH_CODE.toLocaleString('en')}: remove them, or shorten it.`;
  const lineOf = (place: number) => text.slice(0, place).split('\n').length;
  const deep = deepPlace(text);
  if (deep !== undefined)
    return `line ${lineOf(deep)} opens more brackets or tags than a page can have. Remove them, or close each where it ends.`;
  const tagged = taggedPlace(text);
  if (tagged !== undefined)
    return `line ${lineOf(tagged)} has the 17th < after a {, an import or an export, which can be code. Remove some, or shorten a sample of code.`;
  const replaced = replacedPlace(text);
  if (replaced !== undefined)
    return `line ${lineOf(replaced)} has a paragraph with more than 1,000 quotation marks, dashes, ellipses or entities. Make several paragraphs of it.`;
  const open = openPlace(text);
  if (open !== undefined)
    return `line ${lineOf(open)} has an element that is not written as a whole. Write <sub>2</sub>, with plain words between, and others like this: <br />`;
  return undefined;
}
