import type { Agent } from '../../src/build/knowledge/agent.ts';

/** The headings of its sections; the instructions come before the first one. */
export const HEADINGS = {
  may: '## What you may do',
  mayNot: '## What you must not do',
  knowledge: '## Knowledge',
} as const;

/** The name of the knowledge base with the text of the pages. */
export const KNOWLEDGE_BASE = 'website';

const KNOWLEDGE = `Before you answer a question about the company, look it up with the query tool, in the knowledge base "${KNOWLEDGE_BASE}": it holds the text of the website.`;

/** The parts of the system message that come from content. */
export type Instructed = Pick<Agent, 'instructions' | 'may' | 'mayNot'>;

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)]) |^#{1,6} /;

/** A list entry as it appears in the message. */
export const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Puts each paragraph, list entry and heading of Markdown on one line: an editor's line breaks have no meaning. */
export const unwrap = (markdown: string): string =>
  markdown
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .trim()
        .split('\n')
        .reduce<string[]>((lines, line) => {
          const last = lines.at(-1);
          if (last === undefined || LIST_ITEM.test(line) || last.startsWith('#')) return [...lines, line.trimEnd()];
          return [...lines.slice(0, -1), `${last} ${line.trim()}`];
        }, [])
        .join('\n'),
    )
    .filter((block) => block !== '')
    .join('\n\n');

const listOf = (items: readonly string[]) => items.map((item) => `- ${inOneLine(item)}`).join('\n');

/** What the agent is told before a call: its instructions, what it may and may not do, and where its knowledge is. */
export function composeSystemMessage({ instructions, may, mayNot }: Instructed): string {
  return [
    unwrap(instructions),
    HEADINGS.may,
    listOf(may),
    HEADINGS.mayNot,
    listOf(mayNot),
    HEADINGS.knowledge,
    KNOWLEDGE,
  ].join('\n\n');
}

/** The entries of a list, or undefined if it contains anything else. */
function itemsOf(text: string): string[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.map((line) => /^\s*[-*] +(.+)$/.exec(line)?.[1]?.trim());
  return items.every((item) => item !== undefined) && items.length > 0 ? items : undefined;
}

/** The sections of a system message, verbatim. */
export type Sections = Record<keyof Instructed | 'knowledge', string>;

/** @returns undefined when the message does not have the sections of content */
export function sectionsOf(message: string): Sections | undefined {
  const text = message.replaceAll('\r\n', '\n');
  // From the end: the instructions come first, and may have headings of their own.
  const knowledge = text.lastIndexOf(`\n${HEADINGS.knowledge}\n`);
  const mayNotAt = text.lastIndexOf(`\n${HEADINGS.mayNot}\n`, knowledge);
  const mayAt = text.lastIndexOf(`\n${HEADINGS.may}\n`, mayNotAt);
  if (knowledge < 0 || mayNotAt < 0 || mayAt < 0) return undefined;
  return {
    instructions: text.slice(0, mayAt),
    may: text.slice(mayAt + HEADINGS.may.length + 2, mayNotAt),
    mayNot: text.slice(mayNotAt + HEADINGS.mayNot.length + 2, knowledge),
    knowledge: text.slice(knowledge + HEADINGS.knowledge.length + 2),
  };
}

/** A section without meaningless white space: at the ends of lines, and between list entries. */
function evened(section: string, isList: boolean): string {
  const lines = section.split('\n').map((line) => line.trimEnd());
  if (!isList)
    return lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  const entries = lines.filter((line) => line !== '').map((line) => line.replace(/^\*/, '-'));
  // An indented line belongs to the entry above it.
  return entries.map((line) => (/^\s/.test(line) ? '\t' : '') + inOneLine(line)).join('\n');
}

/** Whether two sections are the same, line by line. */
export const sameSection = (name: keyof Sections, a: Sections | undefined, b: Sections | undefined): boolean => {
  const isList = name === 'may' || name === 'mayNot';
  return a !== undefined && b !== undefined && evened(a[name], isList) === evened(b[name], isList);
};

/**
 * Parses a system message into the parts that {@link composeSystemMessage} takes.
 *
 * @returns undefined if a section is missing or a list contains anything else
 */
export function parseSystemMessage(message: string): Instructed | undefined {
  const sections = sectionsOf(message);
  if (!sections) return undefined;
  const may = itemsOf(sections.may);
  const mayNot = itemsOf(sections.mayNot);
  const instructions = unwrap(sections.instructions);
  return may && mayNot && instructions !== '' ? { instructions, may, mayNot } : undefined;
}
