import type { EvalConversation } from '../../../src/build/knowledge/evals.ts';
import { asRecord } from '../../../src/voice/untrusted.ts';
import { mistakesIn } from '../../assistant/judge.ts';
import { openConversation } from './conversation.ts';

/**
 * Holds a conversation of content/assistant/evals/ with the rehearsed agent.
 *
 * @param root the folder that contains content/
 * @returns what was wrong with its answers, as far as that can be judged without a language model; one line each
 */
export async function rehearseEval({ turns, clock }: EvalConversation, root?: string): Promise<string[]> {
  const conversation = openConversation(root, clock);
  const mistakes: string[] = [];
  for (const turn of turns) {
    const { says, call } = await conversation.reply(turn.says);
    const text = says.join(' ');
    const calls = call ? [{ name: call.function.name, arguments: asRecord(JSON.parse(call.function.arguments)) }] : [];
    for (const mistake of mistakesIn(turn, { text, calls }))
      mistakes.push(`“${turn.says}” got “${text}”, which ${mistake}`);
  }
  return mistakes;
}
