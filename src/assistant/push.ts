import { Fault } from '../local/fault.ts';
import type { RemoteAssistant, RemoteFile } from './account.ts';
import { ApiError } from './api-error.ts';
import { isEqual, type Comparison } from './comparison.ts';
import { topFields } from './content-fields.ts';
import type { DesiredAssistant } from './desired-assistant.ts';
import { difference, merged } from './difference.ts';
import { removeOldKnowledge, uploadKnowledge } from './knowledge-file.ts';

/** Only the fields that differ, each as a whole: the provider replaces what it is sent. */
function changedFields(desired: DesiredAssistant, remote: RemoteAssistant): Record<string, unknown> {
  const wanted: Record<string, unknown> = { ...desired };
  const fields = topFields(difference(desired, remote));
  return Object.fromEntries(fields.map((field) => [field, merged(wanted[field], remote[field])]));
}

/** Not having removed a file harms nobody, so it does not make the push fail. */
async function tidyUp({ account, knowledge }: Comparison, current: RemoteFile): Promise<string[]> {
  try {
    const removed = await removeOldKnowledge(account, knowledge.files, current);
    return removed.map((name) => `Removed ${name}, which no assistant uses any more.`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [`An older text of the site could not be removed; the next push tries again. ${error.message}`];
  }
}

/**
 * Brings content to the provider: the text of the site first, then the fields that differ, and no request at all when
 * nothing does.
 *
 * @returns what was done, a line each
 * @throws Fault when something was refused, or was accepted and then is not there
 */
export async function push(comparison: Comparison): Promise<string[]> {
  if (isEqual(comparison)) return ['Nothing was sent.'];
  const { account, desired, remote, knowledge } = comparison;
  const done: string[] = [];
  let file = knowledge.uploaded;
  if (!file) {
    file = await uploadKnowledge(account, knowledge.file);
    done.push(`Uploaded ${knowledge.file.name}.`);
  }
  const wanted = desired(file.id);
  let id: string;
  if (remote) {
    id = remote.id;
    const fields = changedFields(wanted, remote);
    await account.changeAssistant(id, fields);
    done.push(`Changed ${Object.keys(fields).join(', ')}.`);
  } else {
    id = (await account.createAssistant(wanted)).id;
    done.push(`Created the assistant. Put this line into .env:\n  PUBLIC_VAPI_ASSISTANT_ID=${id}`);
  }
  const refused = difference(wanted, await account.readAssistant(id));
  if (refused.length > 0)
    throw new Fault(
      `${done.join('\n')}\nBut Vapi did not take everything: ${refused.map(({ path }) => path).join(', ')}.\n` +
        'Look at `npm run assistant -- plan`. If it stays, set it in the dashboard, or change it in content/.',
    );
  done.push(...(await tidyUp(comparison, file)));
  return done;
}
