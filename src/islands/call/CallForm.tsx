import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import common from 'copy:common';
import company from 'copy:company';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { connected as hasBackend, supabase } from '../../backend/client.ts';
import { LEAD_LIMITS, voiceLead, type VoiceLead } from '../../backend/voice-lead.ts';
import {
  $call,
  $elsewhere,
  $lastLead,
  $wish,
  beginCall,
  noteUnknownCaller,
  resumeKeptChat,
} from '../../stores/call.ts';
import { $dialog } from '../../stores/dialogs.ts';
import { dismissErrors, showToast } from '../../stores/toasts.ts';
import { loadSdk } from '../../voice/load-sdk.ts';
import { endOtherCall } from '../../voice/only-call.ts';
import { checkAhead, goToCheck } from '../../verification/check.ts';
import { voiceMode } from '../../voice/provider.ts';
import { Ranged } from '../Ranged.tsx';
import { openDraft } from '../form/draft.ts';
import { EmailField } from '../form/EmailField.tsx';
import { TextField } from '../form/Field.tsx';
import { bringIntoSight, fieldId } from '../form/field-id.ts';
import { readValues } from '../form/form-values.ts';
import { findProblems, type Problems } from '../form/problems.ts';
import { envelopeOf } from '../form/send-values.ts';
import { useArrival } from '../form/use-arrival.ts';
import { useReturn } from '../form/use-return.ts';
import { callButton } from './call-button.ts';
import { storeLead } from './store-lead.ts';
import { VoiceModeNote } from './VoiceModeNote.tsx';

const ISLAND = 'voice-call';
const NAMES = ['name', 'email'] as const;

/** Whether Start Call is enabled (spec section 5). */
const isComplete = ({ name, email }: VoiceLead): boolean => name !== '' && email !== '' && email.includes('@');

/** The form's values, without surrounding whitespace. */
function leadIn(form: HTMLFormElement): VoiceLead {
  const { name, email } = readValues<VoiceLead>(form, NAMES);
  return { name: name.trim(), email: email.trim() };
}

/** A lead belongs to calls within 90 minutes (private.settings.longest_call), so each hour has a new one. */
const thisHour = () => new Date().toISOString().slice(0, 13);

/** The id of the last lead that this tab has stored. */
const STORED = `${ISLAND}-stored`;
function storedLead(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}
function noteStored(id: string): void {
  try {
    sessionStorage.setItem(STORED, id);
  } catch {
    // Storage is switched off: no chat goes on either.
  }
}

/** Whether the call that has just begun goes live. It may be over, and its panel closed, before its lead is given up. */
const goesLive = () =>
  new Promise<boolean>((settle) => {
    const forget = $call.listen((state) => {
      forget();
      settle(state === 'active');
    });
  });

/** The form of the call dialog (spec section 2). */
export function CallForm() {
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => openDraft(ISLAND));
  const [complete, setComplete] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const elsewhere = useStore($elsewhere, { ssr: 'initial' });
  const open = useStore($dialog, { ssr: 'initial' }) === ISLAND;
  const { dialog, unconnected } = copy;
  const { email } = company;
  const connected = voiceMode !== 'none';
  const fields = { name: ISLAND, problems } as const;

  const onChange = () => setComplete(form.current !== null && isComplete(leadIn(form.current)));
  useArrival({ form, names: NAMES, draft, onArrival: onChange });
  useReturn(draft);
  useEffect(() => {
    // Preload it so that the call need not wait. A failure is reported when the call starts.
    if (open && connected) loadSdk().catch(() => undefined);
  }, [open, connected]);
  useEffect(() => {
    if (open && complete && hasBackend) supabase().catch(() => undefined);
    // Check ahead: the call begins at once, and then the form is gone.
    if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && open && complete && hasBackend && form.current)
      checkAhead(form.current, 'voice_leads');
  }, [open, complete]);

  function onInput() {
    if (form.current) draft.save(readValues<VoiceLead>(form.current, NAMES));
    onChange();
  }

  useEffect(() => {
    // A chat goes on, on this page or another one, and its lead may not have been stored before that.
    if (connected) resumeKeptChat();
    const lead = $lastLead.get();
    if (lead && form.current && storedLead() !== lead.id) void keep(lead, lead.id, thisHour(), form.current);
    return $wish.listen((wish) => {
      if (!wish) return;
      $wish.set(null);
      const { name, email } = wish;
      // The check of a visitor is in the dialog.
      if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY || !begin({ name, email }, true)) $dialog.set(ISLAND);
    });
    // Once, when the form is there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  async function keep(lead: VoiceLead, id: string, hour: string, element: HTMLFormElement): Promise<void> {
    let sent = draft.written();
    // The next call is another lead, also if it begins before this one is stored: each lead gets one summary.
    const live = goesLive().then((isLive) => {
      if (isLive) {
        draft.forgetId();
        sent = draft.written();
      }
      return isLive;
    });
    const stored = hasBackend && (await storeLead(lead, await envelopeOf(ISLAND, element, id)));
    // Without a call, the visitor expects no summary, and the next attempt is the same lead.
    if (!(await live)) return;
    // Nobody mails anything here.
    if (!hasBackend) noteUnknownCaller(id);
    else if (!stored) {
      // It may have been stored although no answer said so: the next call tries again under its id.
      draft.restoreId(id, lead, hour);
      noteUnknownCaller(id);
      showToast({ tone: 'error', ...dialog.notStored });
    }
    // What was typed for another call in the meantime stays.
    else {
      noteStored(id);
      if (draft.written() === sent) draft.clear();
    }
  }

  /** Begins a call or a chat. Returns whether it has begun. */
  function begin(lead: VoiceLead, written: boolean): boolean {
    const element = form.current;
    if (!element) return false;
    const hour = thisHour();
    const id = draft.idFor(lead, hour);
    if (!beginCall({ ...lead, id }, written)) return false;
    void keep(lead, id, hour, element);
    return true;
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const lead = leadIn(element);
    const { submitter } = event.nativeEvent;
    const written = submitter?.hasAttribute('data-writes') ?? false;
    if (!isComplete(lead) || !connected || (elsewhere && !written)) return;
    const found = findProblems(lead, {
      schema: voiceLead,
      limits: LEAD_LIMITS,
      fields: dialog.fields,
      common: { illFormed: dialog.illFormed },
    });
    // Rendered before the focus moves, so that a screen reader finds the description when it gets there.
    flushSync(() => setProblems(found));
    const wrong = NAMES.find((name) => found[name]);
    if (wrong) {
      bringIntoSight(fieldId(ISLAND, wrong));
      return;
    }
    if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && goToCheck(element)) return;
    dismissErrors();
    if (!begin(lead, written)) return;
    $dialog.set(null);
    // The control that opened the dialog may be far up the page.
    callButton()?.focus({ preventScroll: true });
  }

  return (
    <form
      ref={form}
      className="form"
      data-island={ISLAND}
      data-needs-code=""
      method="post"
      noValidate
      aria-labelledby={`${ISLAND}-title`}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <VoiceModeNote />
      <div role="status">
        {elsewhere && (
          <p className="notice">
            {dialog.elsewhere.note}{' '}
            <button type="button" className="link font-semibold underline" onClick={endOtherCall}>
              {dialog.elsewhere.end}
            </button>
          </p>
        )}
      </div>
      <TextField form={fields} name="name" copy={dialog.fields.name} autoComplete="name" autoFocus />
      <EmailField form={fields} copy={dialog.fields.email} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fieldId(ISLAND, 'website')}>Website</label>
        <input id={fieldId(ISLAND, 'website')} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div role="alert">
        <p className="notice notice-error" data-unloadable hidden>
          {dialog.unloadable} <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </div>
      {connected && <p className="hint">{dialog.needed}</p>}
      {!connected && (
        <p className="notice">
          {unconnected.note} {unconnected.otherWay} <a href={`mailto:${email}`}>{email}</a>.
        </p>
      )}
      <p className="hint">
        <Ranged text={dialog.recording} /> <a href="/privacy-policy">{common.privacy}</a>
      </p>
      <div className="buttons flex flex-wrap gap-3">
        <button type="button" className="button button-quiet" data-closes="">
          {dialog.cancel}
        </button>
        <button type="submit" className="button" disabled={!complete || !connected || elsewhere}>
          {dialog.start}
        </button>
        {/* Second, so that Enter starts a call. */}
        {connected && (
          <button type="submit" className="button button-quiet" data-writes="" disabled={!complete}>
            {dialog.write}
          </button>
        )}
      </div>
    </form>
  );
}
