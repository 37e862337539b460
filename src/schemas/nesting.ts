/** Deep nesting ends the process: the parsers of MDX call themselves for each level. They can take ten times as much. */
const MOST_LEVELS = 200;

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

/** What is wrong with a text that the parser of MDX must not see, or undefined. */
export function nestingMistake(text: string): string | undefined {
  const place = deepPlace(text);
  if (place === undefined) return undefined;
  const line = text.slice(0, place).split('\n').length;
  return `line ${line} opens more brackets or tags than a page can have. Remove them, or close each where it ends.`;
}
