import { Fault } from '../../src/lib/fault.ts';
import type { RemoteAssistant, RemoteFile } from './account.ts';
import { ApiError } from './api-error.ts';
import { isEqual, type Comparison } from './comparison.ts';
import { topFields } from './content-fields.ts';
import type { DesiredAssistant } from './desired-assistant.ts';
import { difference } from './difference.ts';
import { removeOldKnowledge, uploadKnowledge } from './knowledge-file.ts';
import { merged } from './merge.ts';

/** Only the fields that differ, each as a whole: the provider replaces what it is sent. */
function changedFields(desired: DesiredAssistant, remote: RemoteAssistant): Record<string, unknown> {
  const whole = merged(desired, remote) as Record<string, unknown>;
  return Object.fromEntries(topFields(difference(desired, remote)).map((field) => [field, whole[field]]));
}

/** Not having removed a file harms nobody, so it does not make the push fail. */
async function tidyUp({ account, knowledge }: Comparison, current: RemoteFile): Promise<string[]> {
  try {
    const removed = await removeOldKnowledge(account, knowledge.files, current);
    if (!removed)
      return ['Older texts of the site stay: the account has more than can be looked at, and some of it may use them.'];
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
 * @param say is told what was done, as soon as it was: whatever fails afterwards, nobody must look for it
 * @throws Fault when something was refused, or was accepted and then is not there
 */
export async function push(comparison: Comparison, say: (line: string) => void): Promise<void> {
  if (isEqual(comparison)) {
    say('Nothing was sent.');
    return;
  }
  const { account, desired, remote, knowledge } = comparison;
  if (comparison.namesakes.length > 0)
    throw new Fault('No assistant was created. Correct .env or the name, as it says above.');
  let file = knowledge.uploaded;
  if (!file) {
    file = await uploadKnowledge(account, knowledge.file);
    say(`Uploaded ${knowledge.file.name}.`);
  }
  const wanted = desired(file.id);
  let id: string;
  if (remote) {
    id = remote.id;
    const fields = changedFields(wanted, remote);
    await account.changeAssistant(id, fields);
    say(`Changed ${Object.keys(fields).join(', ')}.`);
  } else {
    id = (await account.createAssistant(wanted)).id;
    say(`Created the assistant. Put this line into .env:\n  PUBLIC_VAPI_ASSISTANT_ID=${id}`);
  }
  const refused = difference(wanted, await account.readAssistant(id));
  if (refused.length > 0)
    throw new Fault(
      `Vapi did not take everything: ${refused.map(({ path }) => path).join(', ')}.\n` +
        'Look at `npm run assistant -- plan`. If it stays, set it in the dashboard, or change it in content/.',
    );
  for (const line of await tidyUp(comparison, file)) say(line);
}
