import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { $call, beginCall } from '../../stores/call.ts';
import { $dialog } from '../../stores/dialogs.ts';
import { dismissErrors } from '../../stores/toasts.ts';
import type { Lead } from '../../voice/call-events.ts';
import { loadSdk } from '../../voice/load-sdk.ts';
import { voiceMode } from '../../voice/provider.ts';
import { openDraft } from '../form/draft.ts';
import { TextField } from '../form/Field.tsx';
import { readValues } from '../form/form-values.ts';
import { callButton } from './call-button.ts';
import { VoiceModeNote } from './VoiceModeNote.tsx';

const ISLAND = 'voice-call';
const NAMES = ['name', 'email'] as const;
const FIELDS = { name: ISLAND, problems: {} } as const;

interface Props {
  email: string;
  privacy: string;
}

/** What makes Start Call available (spec section 5). */
const isComplete = ({ name, email }: Lead): boolean => name.trim() !== '' && email.trim() !== '' && email.includes('@');

/** The form of the call dialog (spec section 2). */
export function CallForm({ email, privacy }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => openDraft(ISLAND));
  const [complete, setComplete] = useState(false);
  const open = useStore($dialog, { ssr: 'initial' }) === ISLAND;
  const { dialog, unconnected } = copy;
  const connected = voiceMode !== 'none';

  const lead = (element: HTMLFormElement): Lead => readValues<{ name: string; email: string }>(element, NAMES);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const typed = lead(element);
    const saved = draft.values();
    for (const name of NAMES) {
      const control = element.elements.namedItem(name) as HTMLInputElement;
      if (typed[name] === '') control.value = saved[name] ?? '';
    }
    // What the fields hold is known only in the browser; React wants the first render to be the server's.
    const timer = setTimeout(() => setComplete(isComplete(lead(element))));
    element.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
    element.dataset['ready'] = '';
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(
    () =>
      $call.listen((state) => {
        if (state === 'active') draft.clear();
      }),
    [draft],
  );
  useEffect(() => {
    // The call shall not wait for it. A failure shows when the call is made.
    if (open && connected) loadSdk().catch(() => undefined);
  }, [open, connected]);

  function onInput() {
    if (!form.current) return;
    draft.save({ ...lead(form.current) });
    setComplete(isComplete(lead(form.current)));
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { name, email: address } = lead(event.currentTarget);
    if (!isComplete({ name, email: address }) || !connected) return;
    dismissErrors();
    beginCall({ name: name.trim(), email: address.trim() });
    $dialog.set(null);
    // The one who opened the dialog may be far up the page.
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
      <TextField form={FIELDS} name="name" copy={dialog.fields.name} autoComplete="name" autoFocus />
      <TextField form={FIELDS} name="email" copy={dialog.fields.email} type="email" autoComplete="email" />
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
      <p className="privacy">
        {dialog.recording} <a href="/privacy-policy">{privacy}</a>
      </p>
      <div className="buttons">
        <button type="button" className="button button-quiet" data-closes="">
          {dialog.cancel}
        </button>
        <button type="submit" className="button" disabled={!complete || !connected}>
          {dialog.start}
        </button>
      </div>
    </form>
  );
}
