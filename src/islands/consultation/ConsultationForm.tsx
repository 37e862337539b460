import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type InputEvent, type SubmitEvent } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { supabase } from '../../backend/client.ts';
import { MINIMUM_FILL_MS, type ContactRequest } from '../../backend/contact-submission.ts';
import { sendContactRequest, type Outcome } from '../../backend/send-contact-request.ts';
import { currentOrigin } from '../../browser/origin.ts';
import type { ConsultationCopy, NotificationsCopy } from '../../schemas/form.ts';
import { $dialog, firstOpened } from '../../stores/dialogs.ts';
import { heldSubmits } from '../../stores/held-submits.ts';
import { dismissErrors, showToast } from '../../stores/toasts.ts';
import { Toasts } from '../notifications/Toasts.tsx';
import { clearDraft, idFor, savedValues, saveValues } from './draft.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field, fieldId } from './Field.tsx';
import { findProblems, type FieldName, type Problems } from './problems.ts';

interface Props {
  copy: ConsultationCopy;
  toasts: NotificationsCopy;
  /** The team's address, offered when sending is not possible. */
  email: string;
  /** Whether this build of the site has a backend. */
  connected: boolean;
}

const NAMES = ['name', 'email', 'phone', 'company', 'message'] as const satisfies FieldName[];
const ONE_DAY_MS = 86_400_000;

const control = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
const readValues = (form: HTMLFormElement) =>
  Object.fromEntries(NAMES.map((name) => [name, control(form, name).value])) as ContactRequest;
const same = (a: ContactRequest, b: ContactRequest) => NAMES.every((name) => a[name] === b[name]);

/** Waits until the form has been in sight long enough to be a person's work; resolves with that time in milliseconds. */
async function fillTime(): Promise<number> {
  const since = firstOpened.get('consultation') ?? performance.now();
  const missing = since + MINIMUM_FILL_MS - performance.now();
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
  return Math.min(Math.ceil(performance.now() - since), ONE_DAY_MS);
}

/** The form of the consultation dialog, and the toasts, which come to life with it. */
export default function ConsultationForm({ copy, toasts, email, connected }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const sending = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Exclude<Outcome, 'stored'>>();
  const [pageToasts, setPageToasts] = useState<HTMLElement | null>(null);
  const dialog = useStore($dialog, { ssr: 'initial' });

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    // What was typed before the island came to life is newer than the draft.
    for (const [name, value] of Object.entries(savedValues())) {
      const field = control(form, name);
      if (field.value === '') field.value = value;
    }
    setPageToasts(document.getElementById('toasts'));
    // It may have been shown after a first, failed attempt to load this island.
    form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
    form.dataset['ready'] = '';
    delete form.dataset['held'];
    // What was typed meanwhile is worth keeping too.
    const typed = readValues(form);
    if (NAMES.some((name) => typed[name] !== '')) saveValues(typed);
    if (heldSubmits.delete('consultation')) form.requestSubmit();
  }, []);

  // What was pointed out stays until the next try: taking it away while somebody types or clicks would move the fields
  // under the caret and the button under the pointer.
  function onInput(event: InputEvent<HTMLFormElement>) {
    saveValues(readValues(event.currentTarget));
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current || !connected) return;
    const form = event.currentTarget;
    const values = readValues(form);
    const found = findProblems(values, copy);
    // Rendered before the focus moves, so that a screen reader finds the description when it gets there.
    flushSync(() => setProblems(found));
    const first = NAMES.find((name) => found[name]);
    if (first) {
      control(form, first).focus();
      return;
    }

    sending.current = true;
    setSubmitting(true);
    setFailure(undefined);
    dismissErrors();
    const outcome = await sendContactRequest(supabase, values, {
      id: idFor(values),
      website: control(form, 'website').value,
      fillMs: await fillTime(),
      origin: currentOrigin(),
    });
    sending.current = false;
    setSubmitting(false);

    if (outcome !== 'stored') {
      flushSync(() => setFailure(outcome));
      const { title, text } = copy.failure;
      showToast({ tone: 'error', title, text: outcome === 'too-many' ? `${text} ${copy.tooMany}` : text });
      // A disabled button loses the focus; the next try begins where this one did.
      if (document.activeElement === document.body) submitButton.current?.focus();
      return;
    }
    // Typed while the request was on its way: that is not sent yet, so it stays.
    if (same(readValues(form), values)) {
      form.reset();
      clearDraft();
    }
    $dialog.set(null);
    showToast({ tone: 'success', ...copy.success });
  }

  const { fields } = copy;
  return (
    <form
      ref={formRef}
      className="consultation"
      data-island="consultation"
      method="post"
      noValidate
      aria-labelledby="consultation-title"
      onSubmit={(event) => void onSubmit(event)}
      onInput={onInput}
      onFocus={() => {
        if (connected) supabase().catch(() => undefined);
      }}
    >
      <ErrorSummary
        heading={copy.summary}
        problems={NAMES.flatMap((name) =>
          problems[name] ? [{ href: `#${fieldId(name)}`, text: problems[name] }] : [],
        )}
      />
      <Field
        name="name"
        label={fields.name.label}
        hint={fields.name.hint}
        problem={problems.name}
        autoComplete="name"
        autoFocus
      />
      <Field
        name="email"
        label={fields.email.label}
        hint={fields.email.hint}
        problem={problems.email}
        type="email"
        autoComplete="email"
      />
      <div className="pair">
        <Field
          name="phone"
          label={fields.phone.label}
          hint={fields.phone.hint}
          optional={copy.optional}
          problem={problems.phone}
          type="tel"
          autoComplete="tel"
        />
        <Field
          name="company"
          label={fields.company.label}
          hint={fields.company.hint}
          optional={copy.optional}
          problem={problems.company}
          autoComplete="organization"
        />
      </div>
      <Field
        name="message"
        label={fields.message.label}
        hint={fields.message.hint}
        optional={copy.optional}
        problem={problems.message}
        rows={4}
      />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fieldId('website')}>Website</label>
        <input id={fieldId('website')} name="website" tabIndex={-1} autoComplete="off" />
      </div>

      {/* Live regions that are there from the start; the toast says the rest. */}
      <div role="status">
        {submitting && <span className="visually-hidden">{copy.submitting}</span>}
        {failure && (
          <p className="notice notice-error">
            {failure === 'too-many' ? copy.tooMany : copy.failure.text} {copy.otherWay}{' '}
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
      </div>
      <div role="alert">
        <p className="notice notice-error" data-unloadable hidden>
          {copy.failure.text} {copy.otherWay} <a href={`mailto:${email}`}>{email}</a>
        </p>
      </div>
      {!connected && (
        <p className="notice">
          {copy.unconnected} {copy.otherWay} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      <p className="privacy">
        {copy.privacy.text} <a href="/privacy-policy">{copy.privacy.link}</a>
      </p>
      <div className="buttons">
        <button type="button" className="button button-quiet" data-closes="">
          {copy.cancel}
        </button>
        <button ref={submitButton} type="submit" className="button" disabled={submitting || !connected}>
          {submitting ? copy.submitting : copy.submit}
        </button>
      </div>

      <Toasts copy={toasts} active={dialog === 'consultation'} />
      {pageToasts && createPortal(<Toasts copy={toasts} active={dialog === null} />, pageToasts)}
    </form>
  );
}
