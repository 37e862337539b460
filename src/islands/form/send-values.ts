import { supabase } from '../../backend/client.ts';
import { MINIMUM_FILL_MS, type Envelope } from '../../backend/request.ts';
import { sendRequest, type Outcome, type RequestKind } from '../../backend/send-request.ts';
import { firstOpened, type DialogName } from '../../stores/dialogs.ts';
import { sendVerified } from '../../verification/send-verified.ts';
import { currentOrigin } from './current-origin.ts';
import type { Draft } from './draft.ts';
import { controlOf, type TextValues } from './form-values.ts';

const ONE_DAY_MS = 86_400_000;

/** Waits until the form has been visible long enough for a person; resolves with that time in milliseconds. */
async function fillTime(form: string): Promise<number> {
  // A form in the page has been visible since the page was opened.
  const since = firstOpened(form as DialogName);
  const missing = since + MINIMUM_FILL_MS - performance.now();
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
  return Math.min(Math.ceil(performance.now() - since), ONE_DAY_MS);
}

/** The metadata of a request. Resolves once the form has been visible for long enough. */
export const envelopeOf = async (form: string, element: HTMLFormElement, id: string): Promise<Envelope> => ({
  id,
  website: controlOf(element, 'website').value,
  fillMs: await fillTime(form),
  origin: currentOrigin(),
});

/**
 * Sends a form's values under its draft's id. If the stored row is too old for the file that belongs to it, sends them
 * again under a new id. Never rejects.
 *
 * @param beside identifies what is sent with the values; see Draft.idFor()
 */
export async function sendValues<Values extends TextValues>(
  form: string,
  element: HTMLFormElement,
  draft: Draft,
  kind: RequestKind<Values>,
  values: Values,
  beside: string,
): Promise<Outcome> {
  const sendAs = async (id: string) =>
    import.meta.env.PUBLIC_TURNSTILE_SITE_KEY
      ? sendVerified(element, kind, values, await envelopeOf(form, element, id))
      : sendRequest(supabase, kind, values, await envelopeOf(form, element, id));
  try {
    const outcome = await sendAs(draft.idFor(values, beside));
    if (outcome !== 'expired') return outcome;
    draft.forgetId();
    return await sendAs(draft.idFor(values, beside));
  } catch (error) {
    console.error('The request could not be sent:', error);
    return 'failed';
  }
}
