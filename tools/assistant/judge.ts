import type { EvalTurn } from '../../src/schemas/evals.ts';
import { ACTIONS } from '../../src/voice/action.ts';

/** What an agent did in one turn. */
export interface Answer {
  text: string;
  /** The tools that it called. */
  calls: readonly { name: string; arguments: Readonly<Record<string, unknown>> }[];
}

/** Case, blanks and the shape of quotation marks have no meaning. */
const evened = (text: string) =>
  text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();

/** A text with a phrase in it, as a whole: “art” is not in “start”. `#` is any number, such as 1,200 or 9.50. */
function has(text: string, phrase: string): boolean {
  // Each number is taken as a whole: in parts, it takes time that grows with a power of its length.
  const words = evened(phrase)
    .split('#')
    .map((part) => RegExp.escape(part))
    .reduce((before, after, index) => `${before}(?=(\\d+(?:[.,]\\d+)*))\\${index}${after}`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'u').test(evened(text));
}

const inQuotes = (phrases: readonly string[]) => phrases.map((phrase) => `“${phrase}”`).join(', ');

function actionMistakes({ opens, with: values = {} }: EvalTurn, calls: Answer['calls']): string[] {
  if (opens === undefined) return [];
  const actions = calls.filter(({ name }) => ACTIONS.some((action) => action === name));
  const made = actions.map(({ name }) => name).join(', ') || 'nothing';
  if (opens === 'nothing') return actions.length === 0 ? [] : [`must put nothing on the screen, but put ${made}`];
  const call = actions.find(({ name }) => name === opens);
  if (!call) return [`must put ${opens} on the screen, but put ${made}`];
  return Object.entries(values)
    .filter(([key, value]) => call.arguments[key] !== value)
    .map(
      ([key, value]) =>
        `must put the ${key} ${value} on the screen, but put ${JSON.stringify(call.arguments[key] ?? null)}`,
    );
}

/**
 * What is wrong with an answer, as far as it can be judged without a language model: one line each, none if it is as
 * content/assistant/evals/ wants it.
 */
export function mistakesIn(turn: EvalTurn, { text, calls }: Answer): string[] {
  const { exactly, has: wanted, lacks = [] } = turn;
  const unwanted = lacks.filter((phrase) => has(text, phrase));
  return [
    ...(exactly !== undefined && evened(text) !== evened(exactly) ? [`must be “${exactly}”`] : []),
    ...(wanted && !wanted.some((phrase) => has(text, phrase)) ? [`must have one of ${inQuotes(wanted)}`] : []),
    ...(unwanted.length > 0 ? [`must not have ${inQuotes(unwanted)}`] : []),
    ...actionMistakes(turn, calls),
  ];
}
