import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { readSite } from '../../../src/build/integrations/site-copy.ts';
import { readAgent } from '../../../src/build/knowledge/agent.ts';
import { readPassages } from '../../../src/build/knowledge/passages.ts';
import { rehearsalSchema } from '../../../src/schemas/assistant.ts';
import { fillPlaceholders } from '../../../src/schemas/copy.ts';
import { checkCopy, parseCopy } from '../../../src/schemas/messages.ts';
import { openAnswers } from './answers.ts';
import type { Limits } from './limits.ts';
import { openTopics, summarize } from './summary.ts';

/** One turn of the agent. */
export interface Turn {
  /** Its sentences. */
  says: string[];
  /** Whether the agent hangs up afterwards. */
  ends: boolean;
}

/** One caller's conversation with the rehearsed agent. */
export interface Conversation {
  readonly limits: Limits;
  /** @param deaf whether the agent can't hear the caller, who has to type */
  greeting(deaf: boolean): Turn;
  /** Replies to the first 2,000 characters of a question. */
  reply(question: string): Turn;
  /** What the agent says when the caller is silent. */
  askIntoSilence(): Turn;
  /** The conversation so far, for the caller. */
  summary(): string;
}

const REHEARSAL = 'content/assistant/rehearsal.yaml';

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
/** Split only before a space: addresses contain periods too. */
const sentences = (text: string) => text.trim().split(/(?<=[.!?])\s+/u);
/** The most words of an utterance that counts as small talk, for phrases of several words and of one. */
const SMALL_TALK_WORDS = { phrase: 7, word: 3 };
/** A day or an hour. */
const A_TIME =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|next week|at \d{1,2}(?::\d\d)?|\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock))\b/i;
/** Longer than any real question (characters). */
export const QUESTION_LIMIT = 2000;

/**
 * Opens a conversation about the current content/.
 *
 * @param root the folder that holds content/; defaults to the project's folder
 * @throws CopyError when a file in content/ does not match its schema
 */
export function openConversation(root = projectFolder): Conversation {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { firstMessage, goodbye, longestMinutes, silence } = readAgent(root);
  const copy = fillPlaceholders(
    checkCopy(rehearsalSchema, parseCopy(read(REHEARSAL), REHEARSAL), REHEARSAL),
    readSite(root),
  );
  const passages = readPassages(root);
  const answerTo = openAnswers(passages);
  const topicOf = openTopics(passages);
  const wishes: string[] = [];
  const topics: string[] = [];
  const open: string[] = [];

  const turn = (text: string, ends = false): Turn => ({ says: sentences(text), ends });
  return {
    limits: {
      longest: longestMinutes * 60_000,
      askAfter: silence.askAfterSeconds * 1000,
      hangUpAfter: silence.hangUpAfterSeconds * 1000,
    },
    greeting: (deaf) => turn(deaf ? `${firstMessage} ${copy.deaf}` : firstMessage),
    reply(said) {
      const question = said.slice(0, QUESTION_LIMIT);
      const asked = words(question);
      if (asked === '') return turn(copy.unheard);
      const says = (phrases: readonly string[]) =>
        phrases.some((phrase) => {
          const limit = SMALL_TALK_WORDS[phrase.includes(' ') ? 'phrase' : 'word'];
          return asked.split(' ').length <= limit && ` ${asked} `.includes(` ${words(phrase)} `);
        });
      if (says(copy.farewells)) return turn(goodbye, true);
      const talk = copy.smallTalk.find(({ phrases }) => says(phrases));
      if (A_TIME.test(question) || copy.wishes.some((wish) => ` ${asked} `.includes(` ${words(wish)} `)))
        wishes.push(question);
      if (talk) return turn(talk.answer);
      const answer = answerTo(question);
      if (answer) {
        const { path, page } = answer.passage;
        topics.push(topicOf(answer.passage));
        return turn(`${answer.text} ${copy.source.replace('{page}', path === '/' ? copy.home : page)}`);
      }
      const unknown = copy.unknown[open.length % copy.unknown.length] ?? copy.unheard;
      open.push(question);
      return turn(unknown);
    },
    askIntoSilence: () => turn(silence.question),
    summary: () => summarize({ wishes, topics, open }, copy.summary),
  };
}
