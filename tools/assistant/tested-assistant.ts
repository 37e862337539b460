import type { DesiredAssistant } from './desired-assistant.ts';
import { HEADINGS } from './system-message.ts';

/** The part of an assistant that takes part in a conversation without sound. */
export type TestedAssistant = Pick<DesiredAssistant, 'name' | 'firstMessage' | 'model'>;

/**
 * The assistant as tests meet it: with the text of the site in its instructions instead of behind a search, whose calls
 * the provider would count as answers. It reports nothing, and nothing is found out of it afterwards.
 *
 * @param text the text of the site
 */
export function testedAssistant({ name, firstMessage, model }: DesiredAssistant, text: string): TestedAssistant {
  const [instructions, ...further] = model.messages;
  const told = String(instructions && 'content' in instructions ? instructions.content : '');
  const untilKnowledge = told.slice(0, told.lastIndexOf(HEADINGS.knowledge) + HEADINGS.knowledge.length);
  return {
    name,
    firstMessage,
    model: {
      ...model,
      messages: [
        { role: 'system', content: `${untilKnowledge}\n\nThis is the text of the website:\n\n${text}` },
        ...further,
      ],
      tools: model.tools.filter(({ type }) => type !== 'query'),
    },
  };
}
