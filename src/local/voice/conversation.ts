import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSite } from '../../integrations/site-copy.ts';
import { readAgent } from '../../knowledge/agent.ts';
import { readPassages } from '../../knowledge/passages.ts';
import { rehearsalSchema } from '../../schemas/assistant.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import { openAnswers } from './answers.ts';

/** What the agent says in one go. */
export interface Turn {
  /** Sentence by sentence. */
  says: string[];
  /** Whether it hangs up then. */
  ends: boolean;
}

/** One caller's conversation with the rehearsed agent. */
export interface Conversation {
  /** @param deaf whether the caller can only be read */
  greeting(deaf: boolean): Turn;
  /** What the agent says to a question, of which it reads the first 2,000 characters. */
  reply(question: string): Turn;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const REHEARSAL = 'content/assistant/rehearsal.yaml';

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
/** Cut only where a space follows: an address has points too. */
const sentences = (text: string) => text.trim().split(/(?<=[.!?])\s+/u);
/** In a longer utterance, a phrase of politeness is not what it is about: for phrases of several words, and of one. */
const SMALL_TALK_WORDS = { phrase: 7, word: 3 };
/** More than anybody asks at once (characters). */
const QUESTION_LIMIT = 2000;

/**
 * Opens a conversation with what content/ says now.
 *
 * @throws CopyError when a file of content/ is not as its schema wants it
 */
export function openConversation(): Conversation {
  const site = readSite();
  const read = (file: string) => readFileSync(root + file, 'utf8');
  const { firstMessage } = readAgent();
  const copy = fillPlaceholders(checkCopy(rehearsalSchema, parseCopy(read(REHEARSAL), REHEARSAL), REHEARSAL), site);
  const answerTo = openAnswers(readPassages());
  let unknown = 0;

  const turn = (text: string, ends = false): Turn => ({ says: sentences(text), ends });
  return {
    greeting: (deaf) => turn(deaf ? `${firstMessage} ${copy.deaf}` : firstMessage),
    reply(question) {
      const asked = words(question.slice(0, QUESTION_LIMIT));
      if (asked === '') return turn(copy.unheard);
      const says = (phrases: readonly string[]) =>
        phrases.some((phrase) => {
          const limit = SMALL_TALK_WORDS[phrase.includes(' ') ? 'phrase' : 'word'];
          return asked.split(' ').length <= limit && ` ${asked} `.includes(` ${words(phrase)} `);
        });
      if (says(copy.farewells)) return turn(copy.goodbye, true);
      const talk = copy.smallTalk.find(({ phrases }) => says(phrases));
      if (talk) return turn(talk.answer);
      const answer = answerTo(question.slice(0, QUESTION_LIMIT));
      if (answer) {
        const page = answer.passage.path === '/' ? copy.home : answer.passage.page;
        return turn(`${answer.text} ${copy.source.replace('{page}', page)}`);
      }
      return turn(copy.unknown[unknown++ % copy.unknown.length] ?? copy.unheard);
    },
  };
}
