import { useStore } from '@nanostores/react';
import common from 'copy:common';
import company from 'copy:company';
import { useEffect, type ReactNode } from 'react';
import { connected, supabase } from '../../backend/client.ts';
import { $dialog, type DialogName } from '../../stores/dialogs.ts';
import { loadTurnstile } from '../../verification/load-turnstile.ts';
import { PageToasts } from '../toasts/PageToasts.tsx';
import { afterAnimations } from '../toasts/after-animations.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { useArrival } from './use-arrival.ts';
import { usePrefill } from './use-prefill.ts';
import { useReturn } from './use-return.ts';
import { fieldId } from './field-id.ts';
import type { FormState } from './use-form.ts';

interface Props {
  form: FormState;
  words: { submit: string; privacy: string; failure: { text: string } };
  /** The dialog that it is in: it then has a Cancel button, and shows the toasts itself. */
  dialog?: DialogName;
  labelledBy?: string;
  label?: string;
  /** The progress, shown above the buttons. */
  progress?: ReactNode;
  /** The form was sent and the page is about to change: the button stays disabled. */
  sent?: boolean;
  children: ReactNode;
}

/** The frame of every form: error summary, honeypot, notices, privacy, buttons, toasts. */
export function Form({ form, words, dialog, labelledBy, label, progress, sent, children }: Props) {
  const { name, form: element, submitButton, status, atFault, failure, submitting, onSubmit, onInput } = form;
  useArrival(form);
  usePrefill(form, dialog);
  useReturn(form.draft);
  const openDialog = useStore($dialog, { ssr: 'initial' });
  const { forgetProblems } = form;
  useEffect(
    // A listener: in an effect of the state, a dialog that is open before hydration would look as if it had closed.
    () =>
      $dialog.listen((_open, before) => {
        // Only once it is out of sight: otherwise the dialog would jump while it closes.
        if (dialog && before === dialog)
          void afterAnimations(document.getElementById(dialog)).then(() => forgetProblems());
      }),
    [dialog, forgetProblems],
  );
  const otherWay = (
    <>
      {common.otherWay} <a href={`mailto:${company.email}`}>{company.email}</a>.
    </>
  );
  const website = fieldId(name, 'website');
  return (
    <form
      ref={element}
      className="form"
      data-island={name}
      method="post"
      noValidate
      aria-labelledby={labelledBy}
      aria-label={label}
      onSubmit={onSubmit}
      onInput={onInput}
      onFocus={() => {
        if (connected) supabase().catch(() => undefined);
        if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && connected) loadTurnstile().catch(() => undefined);
      }}
    >
      <ErrorSummary heading={common.summary} problems={atFault} />
      {children}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={website}>Website</label>
        <input id={website} name="website" tabIndex={-1} autoComplete="off" />
      </div>

      {progress}
      {/* A live region, present from the start; the toast announces the rest. */}
      <div ref={status} role="status" tabIndex={-1}>
        {submitting && <span className="visually-hidden">{common.submitting}</span>}
      </div>
      {dialog && <Toasts active={openDialog === dialog} within />}
      {failure && (
        <p className="notice notice-error">
          {common.unsent} {otherWay}
        </p>
      )}
      <div role="alert">
        <p className="notice notice-error" data-unloadable hidden>
          {words.failure.text} {otherWay}
        </p>
      </div>
      {!connected && (
        <p className="notice">
          {common.unconnected} {otherWay}
        </p>
      )}
      <p className="hint">
        {words.privacy} <a href="/privacy-policy">{common.privacy}</a>
      </p>
      <div className="buttons flex flex-wrap gap-3">
        {dialog && (
          <button type="button" className="button button-quiet" data-closes="">
            {common.cancel}
          </button>
        )}
        <button
          ref={submitButton}
          type="submit"
          className="button"
          disabled={submitting || sent === true || !connected}
        >
          {submitting ? common.submitting : sent ? common.sent : words.submit}
        </button>
      </div>

      <PageToasts />
    </form>
  );
}
