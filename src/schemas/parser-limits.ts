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

/** 2,000 operators, quotes or lists, with at most one word between two of them. Each can be a level, too. */
const OPERATORS = /(?:[!-/:-@[-^`{-~]\s*(?:[^\s!-/:-@[-^`{-~]+\s*)?){2000}/;

/** Where a text gets too deep. */
function deepPlace(text: string): number | undefined {
  let level = 0;
  for (const { 1: opens, index } of text.matchAll(LEVELS)) {
    level = Math.max(0, level + (opens ? 1 : -1));
    if (level > MOST_LEVELS) return index;
  }
  const operators = OPERATORS.exec(text);
  return operators ? operators.index + operators[0].trimEnd().length : undefined;
}

/** Fields beyond it keep the checks of their values busy. */
const MOST_CHARACTERS_OF_FIELDS = 100_000;

/** What is wrong with fields that the parser of YAML must not see, or undefined. */
export const fieldsLimitMistake = (fields: string): string | undefined =>
  fields.length > MOST_CHARACTERS_OF_FIELDS
    ? `its fields have ${fields.length.toLocaleString('en')} characters. A file can have ${MOST_CHARACTERS_OF_FIELDS.toLocaleString('en')}: shorten them.`
    : undefined;

/** A tag of the elements with words in them that a text can have. An end has a slash in the first group, a whole one in the third. */
const TAGS = /<(\/?)(su[bp])\b[^<>]*?(\/?)>/g;

/**
 * The line with an element that ends in another one. The compiler of MDX ends the process at some of them, such as `<sub>`
 * before a list whose first item has `</sub>`.
 */
function openLine(text: string): number | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => {
    const open: string[] = [];
    for (const [, ends, name = '', whole] of line.matchAll(TAGS))
      if (ends) {
        if (open.pop() !== name) return true;
      } else if (!whole) open.push(name);
    return open.length > 0;
  });
  return at < 0 ? undefined : at + 1;
}

/** What is wrong with a text that the parser of MDX must not see, or undefined. */
export function limitMistake(text: string): string | undefined {
  const count = text.length.toLocaleString('en');
  if (text.length > MOST_CHARACTERS)
    return `there are ${count} characters. A page can have ${MOST_CHARACTERS.toLocaleString('en')}: shorten it, or make two pages of it.`;
  if (text.length > MOST_WITH_CODE && CODE.test(text))
    return `there are ${count} characters, and a { or a line that starts with import or export. With these, a page can have ${MOST_WITH_CODE.toLocaleString('en')}: remove them, or shorten it.`;
  const place = deepPlace(text);
  if (place === undefined) {
    const open = openLine(text);
    return open === undefined
      ? undefined
      : `line ${open} has an element that does not begin and end there. Put both on one line.`;
  }
  const line = text.slice(0, place).split('\n').length;
  return `line ${line} opens more brackets or tags than a page can have. Remove them, or close each where it ends.`;
}
