import { plainLine } from '../../src/backend/text-rules.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import type { RemoteCall } from './account.ts';
import { endingOf, lengthOf, secondsOf } from './calls.ts';

/** The answer of content/assistant/outcome.yaml that lists what the agent could not answer. */
const OPEN = 'openQuestions';

/** What a number of calls have come to. */
export interface CallReport {
  calls: number;
  /** Seconds, of all calls together and on average of those that took place. */
  seconds: number;
  average: number;
  /** US dollars, as the provider charges them. */
  cost: number;
  /** How often each ending came, the most frequent first. */
  endings: [ending: string, times: number][];
  /** What the agent could not answer, as it was asked, and how often: the most frequent first. */
  unanswered: [question: string, times: number][];
}

/** How often each text comes, the most frequent first. */
function counted(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function openQuestionsOf({ artifact }: RemoteCall): string[] {
  const outcome = Object.values(artifact?.structuredOutputs ?? {}).find((output) => output?.name === OUTCOME);
  const open = outcome?.result?.[OPEN];
  return Array.isArray(open) ? open.filter((question) => typeof question === 'string') : [];
}

/** Sums up calls. */
export function callReport(calls: readonly RemoteCall[]): CallReport {
  const lengths = calls.flatMap((call) => secondsOf(call) ?? []);
  const seconds = lengths.reduce((sum, length) => sum + length, 0);
  const questions = calls.flatMap(openQuestionsOf).map((question) => plainLine(question).replaceAll(/\s+/g, ' '));
  return {
    calls: calls.length,
    seconds,
    average: lengths.length > 0 ? Math.round(seconds / lengths.length) : 0,
    cost: Math.round(100 * calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0)) / 100,
    endings: counted(calls.map(endingOf).map((ending) => plainLine(ending))),
    unanswered: counted(questions.filter((question) => question !== '')),
  };
}

const times = ([text, count]: readonly [string, number]) => `  ${count} × ${text}`;

/** The same for people. */
export function describeReport({ calls, seconds, average, cost, endings, unanswered }: CallReport): string {
  if (calls === 0) return 'There are no calls.';
  return [
    `Calls    ${calls}`,
    `Length   ${lengthOf(seconds)} in all, ${lengthOf(average)} on average`,
    `Cost     $${cost.toFixed(2)}`,
    'Endings',
    ...endings.map(times),
    ...(unanswered.length > 0
      ? ['Questions without an answer. Answer them in content/assistant/questions/:', ...unanswered.map(times)]
      : ['No question was left without an answer.']),
  ].join('\n');
}
