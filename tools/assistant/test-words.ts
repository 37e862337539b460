import { plainLine } from '../../src/backend/text-rules.ts';
import { readEvals } from '../../src/build/knowledge/evals.ts';
import { Fault } from '../../src/lib/fault.ts';
import type { Comparison } from './comparison.ts';
import { runEval, type EvalResult } from './eval-run.ts';
import { testedAssistant } from './tested-assistant.ts';
import { hashOf, isTested, noteTested } from './tested-words.ts';

/** Conversations that the provider holds at the same time. */
const AT_A_TIME = 5;

/** What is tested of content: the words of the agent and of the site, and the conversations. */
function tested({ desired, knowledge }: Comparison) {
  const { server: _server, ...assistant } = desired('');
  const { text } = knowledge.file;
  const conversations = readEvals();
  const words = hashOf([assistant, text, conversations]);
  return { assistant: testedAssistant(assistant, text), conversations, words };
}

/**
 * Has the provider hold the conversations of content/assistant/evals/ with the words of content, which need not be pushed.
 * Changes nothing there.
 *
 * @param say called after each conversation
 * @returns whether all have passed
 */
export async function testWords(comparison: Comparison, say: (line: string) => void): Promise<boolean> {
  const { assistant, conversations, words } = tested(comparison);
  if (conversations.length === 0) throw new Fault('There is nothing to test: content/assistant/evals/ has no file.');
  const results: EvalResult[] = [];
  // An error in one lane closes the queue for all.
  const queue = (function* () {
    yield* conversations;
  })();
  const lane = async () => {
    for (const conversation of queue) {
      const result = await runEval(comparison.account, assistant, conversation);
      results.push(result);
      const failures = result.failures.map((failure) => `\n       ${plainLine(failure)}`).join('');
      say(`${failures === '' ? 'ok    ' : 'FAILED'} ${result.name}${failures}`);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_A_TIME }, lane));
  const broken = lanes.find(({ status }) => status === 'rejected');
  if (broken?.status === 'rejected') throw broken.reason;
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  const cost = results.reduce((sum, result) => sum + result.cost, 0);
  say(`\n${passed} of ${results.length} conversations passed, for $${cost.toFixed(2)}.`);
  if (passed < results.length) return false;
  noteTested(words);
  return true;
}

/** @throws Fault if exactly these words have not passed */
export function requireTested(comparison: Comparison): void {
  if (!isTested(tested(comparison).words))
    throw new Fault(
      'Nothing was sent: these words have not passed their test on this machine. Test them, then push again:\n' +
        '  npm run assistant -- test\nOr push them as they are:\n  npm run assistant -- push --untested',
    );
}
