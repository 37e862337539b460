import { useStore } from '@nanostores/react';
import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { supabase } from '../../backend/client.ts';
import type { ConsultationCopy, NotificationsCopy } from '../../schemas/form.ts';
import { $dialog } from '../../stores/dialogs.ts';
import { Toasts } from '../notifications/Toasts.tsx';
import { saveValues } from './draft.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field, fieldId } from './Field.tsx';
import { FIELD_NAMES, readValues } from './form-values.ts';
import type { FieldName } from './problems.ts';
import { useArrival } from './use-arrival.ts';
import { useSending } from './use-sending.ts';

interface Props {
  copy: ConsultationCopy;
  toasts: NotificationsCopy;
  /** The team's address, offered when sending is not possible. */
  email: string;
  /** Whether this build of the site has a backend. */
  connected: boolean;
}

const never = () => () => undefined;
const nothing = () => null;

/** The form of the consultation dialog, and the toasts, which come to life with it. */
export default function ConsultationForm({ copy, toasts, email, connected }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const { submitting, problems, failure, onSubmit } = useSending(copy, connected, submitButton);
  const dialog = useStore($dialog, { ssr: 'initial' });
  // There is none while the page is built.
  const pageToasts = useSyncExternalStore(never, () => document.getElementById('toasts'), nothing);

  useArrival(form);

  const field = (name: FieldName) => {
    const { label, hint } = copy.fields[name];
    return { name, label, hint, problem: problems[name] };
  };
  return (
    <form
      ref={form}
      className="consultation"
      data-island="consultation"
      method="post"
      noValidate
      aria-labelledby="consultation-title"
      onSubmit={(event) => void onSubmit(event)}
      onInput={(event) => saveValues(readValues(event.currentTarget))}
      onFocus={() => {
        if (connected) supabase().catch(() => undefined);
      }}
    >
      <ErrorSummary
        heading={copy.summary}
        problems={FIELD_NAMES.flatMap((name) =>
          problems[name] ? [{ href: `#${fieldId(name)}`, text: problems[name] }] : [],
        )}
      />
      <Field {...field('name')} autoComplete="name" autoFocus />
      <Field {...field('email')} type="email" autoComplete="email" />
      <div className="pair">
        <Field {...field('phone')} optional={copy.optional} type="tel" autoComplete="tel" />
        <Field {...field('company')} optional={copy.optional} autoComplete="organization" />
      </div>
      <Field {...field('message')} optional={copy.optional} rows={4} />
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
