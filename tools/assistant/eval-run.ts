import { setTimeout as wait } from 'node:timers/promises';
import type {
  AssistantMessageJudgePlanAI,
  AssistantMessageJudgePlanRegex,
  ChatEvalAssistantMessageEvaluation,
  CreateEvalDTO,
} from '@vapi-ai/web/dist/api.js';
import type { EvalConversation } from '../../src/build/knowledge/evals.ts';
import type { EvalTurn } from '../../src/schemas/evals.ts';
import { callerName } from '../../src/voice/caller-name.ts';
import type { Account, EvalRun } from './account.ts';
import { mistakesIn, type Answer } from './judge.ts';
import type { TestedAssistant } from './tested-assistant.ts';

/** How a conversation went at the provider. */
export interface EvalResult {
  name: string;
  /** What was wrong, in the order of the conversation; none if it passed. */
  failures: readonly string[];
  /** US dollars. */
  cost: number;
}

/** How often the provider is asked whether a conversation is over, and how long (milliseconds). */
const ASK_AGAIN_MS = 2_000;
const LONGEST_MS = 180_000;
/** The provider's limit for the name of an eval. */
const LONGEST_NAME = 80;

/** Any answer: judge.ts judges it, from the result, as it judges the rehearsal's. */
const ANY: AssistantMessageJudgePlanRegex = { type: 'regex', content: '.*' };

const judgedBy = (criterion: string): AssistantMessageJudgePlanAI => ({
  type: 'ai',
  model: {
    provider: 'openai',
    model: 'gpt-4.1',
    temperature: 0,
    maxTokens: 50,
    messages: [
      {
        role: 'system',
        content:
          'You judge the last answer of a voice agent on the website of a software company. The conversation: {{messages}}\n\n' +
          `The answer: {{messages[-1]}}\n\nPass only if this is true of the answer: ${criterion}\n\n` +
          'Reply with exactly one word: pass or fail.',
      },
    ],
  },
});

function messagesOf({ says, judged, opens }: EvalTurn): CreateEvalDTO['messages'] {
  const judgePlan = judged === undefined ? ANY : judgedBy(judged);
  const answer: ChatEvalAssistantMessageEvaluation = { role: 'assistant', judgePlan };
  const said = { role: 'user' as const, content: says };
  if (opens === undefined || opens === 'nothing') return [said, answer];
  const called = { role: 'assistant' as const, judgePlan: { ...ANY, toolCalls: [{ name: opens }] } };
  return [said, called, { role: 'tool', content: 'Success.' }, answer];
}

/** What the provider is asked to run: a conversation with an assistant that it does not store. */
export const evalRunOf = (assistant: TestedAssistant, { name, caller, clock, turns }: EvalConversation) => ({
  type: 'eval',
  eval: {
    type: 'chat.mockConversation',
    name: Array.from(name).slice(0, LONGEST_NAME).join(''),
    messages: [{ role: 'assistant', content: assistant.firstMessage }, ...turns.flatMap(messagesOf)],
  },
  target: {
    type: 'assistant',
    assistant,
    assistantOverrides: { variableValues: { leadName: callerName(caller), leadEmail: '', localTime: clock } },
  },
});

/** What followed each remark of the caller: the agent's answer, and whether the model that judged it was content. */
function answersIn(messages: EvalRun['results'][number]['messages']): (Answer & { isContent: boolean })[] {
  const answers: { text: string; calls: Answer['calls'][number][]; isContent: boolean }[] = [];
  for (const { role, content, toolCalls, judge } of messages) {
    if (role === 'user') answers.push({ text: '', calls: [], isContent: false });
    const answer = answers.at(-1);
    if (role !== 'assistant' || !answer) continue;
    answer.text = `${answer.text} ${content ?? ''}`.trim();
    answer.calls.push(...(toolCalls ?? []).map((call) => ({ name: call.name, arguments: call.arguments ?? {} })));
    // The last one is that of the answer.
    answer.isContent = judge?.status === 'pass';
  }
  return answers;
}

function failuresOf({ turns }: EvalConversation, { endedReason, endedMessage, results }: EvalRun): string[] {
  if (endedReason !== 'mockConversation.done')
    return [`it was not finished: ${[endedReason ?? 'no reason', endedMessage].filter(Boolean).join(', ')}`];
  const answers = answersIn(results[0]?.messages ?? []);
  return turns.flatMap((turn, index) => {
    const answer = answers[index];
    if (!answer) return [`“${turn.says}” got no answer`];
    const mistakes = [
      ...mistakesIn(turn, answer),
      ...(turn.judged !== undefined && !answer.isContent ? [`is judged not to be this: ${turn.judged}`] : []),
    ];
    return mistakes.map((mistake) => `“${turn.says}” got “${answer.text}”, which ${mistake}`);
  });
}

/**
 * Has the provider hold a conversation with an assistant that is not stored there.
 *
 * @throws ApiError when the provider refuses it, or does not answer
 */
export async function runEval(
  account: Account,
  assistant: TestedAssistant,
  conversation: EvalConversation,
): Promise<EvalResult> {
  const { name } = conversation;
  const { id } = await account.startEvalRun(evalRunOf(assistant, conversation));
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    const run = await account.readEvalRun(id);
    if (run.status === 'ended') return { name, failures: failuresOf(conversation, run), cost: run.cost ?? 0 };
    if (Date.now() > until)
      return { name, failures: [`it has not ended within ${LONGEST_MS / 1000} seconds`], cost: 0 };
    await wait(ASK_AGAIN_MS);
  }
}
