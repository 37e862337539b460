import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { readSite } from '../integrations/site-copy.ts';
import { agentSchema, type AgentCopy } from '../../schemas/assistant.ts';
import { fillPlaceholders, ODD_NOTE, placeholderMistake } from '../../schemas/copy.ts';
import { splitFrontmatter } from '../../schemas/frontmatter.ts';
import { COMMENT } from '../../schemas/body-text.ts';
import { invisibleInLines } from '../../schemas/invisible.ts';
import { checkCopy, CopyError, parseCopy } from '../../schemas/messages.ts';
import type { Site } from '../../schemas/site.ts';

export const AGENT_FILE = 'content/assistant/agent.mdx';

/** The voice agent from content/, with the figures filled in. */
export interface Agent extends AgentCopy {
  /** Markdown. */
  instructions: string;
}

/**
 * Parses the source of content/assistant/agent.mdx.
 *
 * @throws CopyError if it does not match its schema, has no instructions, or uses an unknown placeholder
 */
export function parseAgent(source: string, site: Site): Agent {
  const hidden = invisibleInLines(source);
  if (hidden.length > 0) throw new CopyError(AGENT_FILE, hidden);
  const { fields, text } = splitFrontmatter(source);
  const copy = checkCopy(agentSchema, parseCopy(fields, AGENT_FILE), AGENT_FILE);
  const instructions = text.replaceAll(COMMENT, (note, end) => (end === '' ? note : '')).trim();
  if (instructions === '')
    throw new CopyError(AGENT_FILE, ['has no instructions. Write them below the second line of hyphens.']);
  const mistake = /\{\s*\/[/*]/.test(instructions) ? ODD_NOTE : placeholderMistake(instructions);
  if (mistake) throw new CopyError(AGENT_FILE, [`the text below the fields ${mistake}`]);
  return fillPlaceholders({ ...copy, instructions }, site);
}

/**
 * Reads content/assistant/agent.mdx.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if the file does not match its schema, has no instructions, or uses an unknown placeholder
 */
export function readAgent(root = projectFolder): Agent {
  return parseAgent(readFileSync(join(root, AGENT_FILE), 'utf8'), readSite(root));
}
