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

/** Content compared with the provider's assistant. */
export interface Comparison {
  account: Account;
  settings: Settings;
  /** The provider's assistant; undefined if .env names none. */
  remote: RemoteAssistant | undefined;
  /** If .env names none: the ids of assistants with the name that content would give to a new one. */
  namesakes: string[];
  /** The assistant that content describes, with the id of the file that holds the text of the site. */
  desired: (fileId: string) => DesiredAssistant;
  /** All differences except for the file with the text of the site. For a new assistant: everything. */
  changes: Change[];
  knowledge: {
    file: KnowledgeFile;
    /** The account's files, and the one that has this text already. */
    files: RemoteFile[];
    uploaded: RemoteFile | undefined;
    /** Whether the assistant answers from it. */
    isUsed: boolean;
  };
  warnings: Warning[];
}

/** Whether there is nothing to do. */
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
