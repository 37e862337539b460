import { readSite } from '../../src/build/integrations/site-copy.ts';
import { readAgent } from '../../src/build/knowledge/agent.ts';
import { knowledgeText } from '../../src/build/knowledge/knowledge-text.ts';
import { openAccount, type Account, type RemoteAssistant, type RemoteFile } from './account.ts';
import { accountWarnings, type Warning } from './account-warnings.ts';
import { KNOWLEDGE_FILES } from './content-fields.ts';
import { desiredAssistant, type DesiredAssistant } from './desired-assistant.ts';
import { difference, type Change } from './difference.ts';
import { findKnowledge, knowledgeFile, otherFiles, type KnowledgeFile } from './knowledge-file.ts';
import type { Settings } from './settings.ts';

/** Content beside what the provider has. */
export interface Comparison {
  account: Account;
  settings: Settings;
  /** What the provider has; undefined when .env names no assistant. */
  remote: RemoteAssistant | undefined;
  /** When .env names none: the ids of those that have the name which content would give to a new one. */
  namesakes: string[];
  /** What content wants, when the text of the site is in the file of that id. */
  desired: (fileId: string) => DesiredAssistant;
  /** All but which file the text of the site is in. Of an assistant that is not there yet: everything. */
  changes: Change[];
  knowledge: {
    file: KnowledgeFile;
    /** The account's files, and the one among them that holds the text already. */
    files: RemoteFile[];
    uploaded: RemoteFile | undefined;
    /** Whether the assistant answers from it. */
    isUsed: boolean;
  };
  warnings: Warning[];
}

/** Whether nothing is to be done. */
export const isEqual = ({ remote, changes, knowledge }: Comparison): boolean =>
  remote !== undefined && changes.length === 0 && knowledge.isUsed;

/** Reads content and the account. Changes nothing. */
export async function compare(settings: Settings): Promise<Comparison> {
  const agent = readAgent();
  const file = knowledgeFile(knowledgeText());
  const account = openAccount({ url: settings.apiUrl, key: settings.privateKey });
  const remote = settings.assistantId === undefined ? undefined : await account.readAssistant(settings.assistantId);
  const namesakes = remote ? [] : (await account.listAssistants()).filter(({ name }) => name === agent.name);
  const files = await account.listFiles();
  const uploaded = findKnowledge(files, file);
  const others = otherFiles(remote, files);
  const desired = (fileId: string) => desiredAssistant(agent, fileId, settings, others);
  const all = difference(desired(uploaded?.id ?? ''), remote ?? {});
  const isFile = ({ path }: Change) => path === KNOWLEDGE_FILES || path.startsWith(`${KNOWLEDGE_FILES}.`);
  const hangUpAfterSeconds = agent.silence.hangUpAfterSeconds;
  return {
    account,
    settings,
    remote,
    namesakes: namesakes.map(({ id }) => id),
    desired,
    changes: all.filter((change) => !isFile(change)),
    knowledge: {
      file,
      files,
      uploaded,
      isUsed: remote !== undefined && uploaded !== undefined && !all.some(isFile),
    },
    warnings: await accountWarnings(account, {
      settings,
      origin: new URL(readSite().url).origin,
      remote,
      hangUpAfterSeconds,
    }),
  };
}
