import { Fault } from '../../src/lib/fault.ts';
import type { RemoteAssistant, RemoteFile } from './account.ts';
import { ApiError } from './api-error.ts';
import { isEqual, type Comparison } from './comparison.ts';
import { topFields } from './content-fields.ts';
import type { DesiredAssistant } from './desired-assistant.ts';
import { difference } from './difference.ts';
import { removeOldKnowledge, uploadKnowledge } from './knowledge-file.ts';
import { merged } from './merge.ts';
import { requireTested } from './test-words.ts';

/** The fields that differ, each in full: the provider replaces a field as a whole. */
function changedFields(desired: DesiredAssistant, remote: RemoteAssistant): Record<string, unknown> {
  const whole = merged(desired, remote) as Record<string, unknown>;
  return Object.fromEntries(topFields(difference(desired, remote)).map((field) => [field, whole[field]]));
}

/** A file that can't be removed does no harm, so it does not fail the push. */
async function tidyUp({ account, knowledge }: Comparison, current: RemoteFile): Promise<string[]> {
  try {
    const removed = await removeOldKnowledge(account, knowledge.files, current);
    if (!removed)
      return ['Older texts of the site were kept: the account has more entries than can be checked for their use.'];
    return removed.map((name) => `Removed ${name}, which nothing uses anymore.`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [`An older text of the site could not be removed; the next push tries again. ${error.message}`];
  }
}

/**
 * Updates the provider from content: first the text of the site, then the fields that differ. Sends nothing if nothing
 * differs.
 *
 * @param isUntested whether to send words that have not passed their test
 * @param say called after each step, so that its result is known even if a later step fails
 * @throws Fault when the words have not passed, or when a change is refused, or accepted but not stored
 */
export async function push(comparison: Comparison, isUntested: boolean, say: (line: string) => void): Promise<void> {
  if (isEqual(comparison)) {
    say('Nothing was sent.');
    return;
  }
  const { account, desired, remote, knowledge } = comparison;
  if (comparison.namesakes.length > 0)
    throw new Fault('No assistant was created. Fix .env or the name, as described above.');
  if (!isUntested) requireTested(comparison);
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
      `Vapi did not store everything: ${refused.map(({ path }) => path).join(', ')}.\n` +
        'Run `npm run assistant -- plan`. If it still differs, set it in the dashboard or change it in content/.',
    );
  for (const line of await tidyUp(comparison, file)) say(line);
}
