import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '@vapi-ai/web/dist/api.js';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { readSite } from '../../../src/build/integrations/site-copy.ts';
import { readAgent } from '../../../src/build/knowledge/agent.ts';
import { readPassages } from '../../../src/build/knowledge/passages.ts';
import { readQuestions } from '../../../src/build/knowledge/questions.ts';
import { fillPlaceholders } from '../../../src/schemas/copy.ts';
import { loadCopy } from '../../../src/build/load-copy.ts';
import { openActions } from './actions.ts';
import { openAnswers } from './answers.ts';
import { openQuestions } from './asked-questions.ts';
import type { Limits } from './limits.ts';
import { openTopics, summarize } from './summary.ts';

/** One turn of the agent. */
export interface Turn {
  /** Its sentences. */
  says: string[];
  /** Whether the agent hangs up afterwards. */
  ends: boolean;
  /** What it puts on the caller's screen. */
  call?: ToolCall;
}

/** One caller's conversation with the rehearsed agent. */
export interface Conversation {
  readonly limits: Limits;
  /** @param deaf whether the agent can't hear the caller, who has to type */
  greeting(deaf: boolean): Turn;
  /** Replies to the first 2,000 characters of a question. */
  reply(question: string): Promise<Turn>;
  /** What the agent says when the caller is silent. */
  askIntoSilence(): Turn;
  /** The conversation so far, for the caller. */
  summary(): string;
  /** The same for the team: answers to content/assistant/outcome.yaml, as far as a search can know them. */
  outcome(): Record<string, unknown>;
}

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
/** Words of the longest question that a sentence of a page can answer: longer ones ask for more. */
const LONGEST_FOR_PAGES = 12;
/** Longer than any real question (characters). */
export const QUESTION_LIMIT = 2000;

/** What the agent knows of content/: it takes a moment to read. */
function readKnowledge(root: string) {
  const site = readSite(root);
  const passages = readPassages(root);
  const answerTo = openAnswers(passages);
  const name = new RegExp(RegExp.escape(site.name), 'gi');
  const askedQuestion = openQuestions(readQuestions(root), site.name);
  // Whoever asks is told.
  askedQuestion.catch(() => undefined);
  return {
    agent: readAgent(root),
    copy: fillPlaceholders(loadCopy('rehearsal', root).data, site),
    pageOf: new Map(passages.toReversed().map(({ path, page }) => [path, page])),
    askedQuestion,
    // The name of the company is on every page.
    answerTo: (question: string) => answerTo(question.replaceAll(name, ' ')),
    topicOf: openTopics(passages),
  };
}
let kept: { version: string; knowledge: ReturnType<typeof readKnowledge> } | undefined;

/** The same, read again only when a file of content/ has changed. */
function knowledgeOf(root: string) {
  const files = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' });
  const version = [root, ...files.map((file) => `${file} ${statSync(join(root, 'content', file)).mtimeMs}`)].join('\n');
  if (kept?.version !== version) kept = { version, knowledge: readKnowledge(root) };
  return kept.knowledge;
}

/**
 * Opens a conversation about the current content/.
 *
 * @param root the folder that holds content/; defaults to the project's folder
 * @param localTime the date and time on the caller's clock, as the page tells it
 * @throws CopyError when a file in content/ does not match its schema
 */
export function openConversation(root = projectFolder, localTime = ''): Conversation {
  const { agent, copy, pageOf, askedQuestion, answerTo, topicOf } = knowledgeOf(root);
  const { firstMessage, goodbye, longestMinutes, silence } = agent;
  const wishes: string[] = [];
  const topics: string[] = [];
  const open: string[] = [];
  const act = openActions(copy.actions, localTime);

  const turn = (text: string, ends = false): Turn => ({ says: sentences(text), ends });
  return {
    limits: {
      longest: longestMinutes * 60_000,
      askAfter: silence.askAfterSeconds * 1000,
      hangUpAfter: silence.hangUpAfterSeconds * 1000,
    },
    greeting: (deaf) => turn(deaf ? `${firstMessage} ${copy.deaf}` : firstMessage),
    async reply(said) {
      const question = said.slice(0, QUESTION_LIMIT);
      const asked = words(question);
      if (asked === '') return turn(copy.unheard);
      const says = (phrases: readonly string[]) =>
        phrases.some((phrase) => {
          const limit = SMALL_TALK_WORDS[phrase.includes(' ') ? 'phrase' : 'word'];
          return asked.split(' ').length <= limit && ` ${asked} `.includes(` ${words(phrase)} `);
        });
      const after = (phrases: readonly string[]) => {
        const phrase = phrases.find((one) => ` ${asked} `.includes(` ${words(one)} `));
        return (
          phrase &&
          ` ${asked} `
            .split(` ${words(phrase)} `)
            .slice(1)
            .join(' ')
        );
      };
      const has = (phrases: readonly string[]) => after(phrases) !== undefined;
      if (A_TIME.test(question) || has(copy.wishes)) wishes.push(question);
      const urgent = copy.urgent.find(({ phrases }) => has(phrases));
      if (urgent) return turn(urgent.answer);
      const acting = act(question, after);
      if (acting) return { ...turn(acting.says), ...(acting.call && { call: acting.call }) };
      const known = await (await askedQuestion)(question);
      const talk = copy.smallTalk.find(({ phrases }) => says(phrases));
      // “Will you hang up on me?” is no farewell.
      if (says(copy.farewells) && !(known && question.includes('?'))) return turn(goodbye, true);
      if (!known && talk) return turn(talk.answer);
      const from = (path: string) =>
        copy.source.replace('{page}', path === '/' ? copy.home : (pageOf.get(path) ?? path));
      if (known) {
        topics.push(known.question.replace(/\?$/, ''));
        return turn(`${known.answer} ${from(known.page)}`);
      }
      const answer = asked.split(' ').length <= LONGEST_FOR_PAGES ? answerTo(question) : undefined;
      if (answer) {
        topics.push(topicOf(answer.passage));
        return turn(`${answer.text} ${from(answer.passage.path)}`);
      }
      const unknown = copy.unknown[open.length % copy.unknown.length] ?? copy.unheard;
      open.push(question);
      return turn(unknown);
    },
    askIntoSilence: () => turn(silence.question),
    summary: () => summarize({ wishes, topics, open }, copy.summary),
    outcome: () => ({
      ...(topics.length > 0 && { intent: [...new Set(topics)].join('; ') }),
      callBack: wishes.length > 0,
      openQuestions: open,
      helped: topics.length > 0 && open.length === 0,
    }),
  };
}
