import { useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { supabase } from '../../backend/client.ts';
import { MINIMUM_FILL_MS } from '../../backend/contact-submission.ts';
import { sendContactRequest, type Outcome } from '../../backend/send-contact-request.ts';
import { currentOrigin } from '../../browser/origin.ts';
import type { ConsultationCopy } from '../../schemas/form.ts';
import { $dialog, firstOpened } from '../../stores/dialogs.ts';
import { dismissErrors, showToast } from '../../stores/toasts.ts';
import { clearDraft, idFor } from './draft.ts';
import { controlOf, FIELD_NAMES, readValues, sameValues } from './form-values.ts';
import { findProblems, type Problems } from './problems.ts';

const ONE_DAY_MS = 86_400_000;

/** Waits until the form has been in sight long enough to be a person's work; resolves with that time in milliseconds. */
async function fillTime(): Promise<number> {
  const since = firstOpened.get('consultation') ?? performance.now();
  const missing = since + MINIMUM_FILL_MS - performance.now();
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
  return Math.min(Math.ceil(performance.now() - since), ONE_DAY_MS);
}

export interface Sending {
  submitting: boolean;
  /** What the last try found wrong. It stays until the next one: nothing moves under the caret or the pointer. */
  problems: Problems;
  /** How the last try failed, if it did. */
  failure: Exclude<Outcome, 'stored'> | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

/** The states of the consultation form: idle, submitting, and idle again with or without a failure (spec section 4). */
export function useSending(
  copy: ConsultationCopy,
  connected: boolean,
  submitButton: RefObject<HTMLButtonElement | null>,
): Sending {
  const sending = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Sending['failure']>();

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current || !connected) return;
    const form = event.currentTarget;
    const values = readValues(form);
    const found = findProblems(values, copy);
    // Rendered before the focus moves, so that a screen reader finds the description when it gets there.
    flushSync(() => setProblems(found));
    const first = FIELD_NAMES.find((name) => found[name]);
    if (first) {
      controlOf(form, first).focus();
      return;
    }

    sending.current = true;
    setSubmitting(true);
    setFailure(undefined);
    dismissErrors();
    const outcome = await sendContactRequest(supabase, values, {
      id: idFor(values),
      website: controlOf(form, 'website').value,
      fillMs: await fillTime(),
      origin: currentOrigin(),
    });
    sending.current = false;
    flushSync(() => {
      setSubmitting(false);
      if (outcome !== 'stored') setFailure(outcome);
    });

    if (outcome !== 'stored') {
      form.querySelector('.notice-error:not([hidden])')?.scrollIntoView({ block: 'nearest' });
      const { title, text } = copy.failure;
      showToast({ tone: 'error', title, text: outcome === 'too-many' ? `${text} ${copy.tooMany}` : text });
      // A disabled button loses the focus; the next try begins where this one did.
      if (document.activeElement === document.body) submitButton.current?.focus();
      return;
    }
    // Typed while the request was on its way: that is not sent yet, so it stays.
    if (sameValues(readValues(form), values)) {
      form.reset();
      clearDraft();
    }
    $dialog.set(null);
    showToast({ tone: 'success', ...copy.success });
  }

  return { submitting, problems, failure, onSubmit };
}
