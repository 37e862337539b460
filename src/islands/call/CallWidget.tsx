import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { lazy, Suspense, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import {
  $call,
  $callFailure,
  $callView,
  $elsewhere,
  $ending,
  callInput,
  canWrite,
  hangUp,
  writeInstead,
  type CallEnding,
} from '../../stores/call.ts';
import { $dialog } from '../../stores/dialogs.ts';
import { showToast } from '../../stores/toasts.ts';
import { isCalling, type CallState } from '../../voice/call-state.ts';
import { watchOtherTabs } from '../../voice/only-call.ts';
import { PageToasts } from '../toasts/PageToasts.tsx';
import { callButton, connectCallButton } from './call-button.ts';
import { CallForm } from './CallForm.tsx';
import type { CallPanelProps } from './CallPanel.tsx';
import { guardPage } from './guard-page.ts';

// Never rendered on the server: the server build would add a second copy of its styles.
const CallPanel = import.meta.env.SSR ? () => null : lazy(loadPanel);

/** If the panel can't be loaded, the call goes on without one; the button in the corner still hangs up. */
function loadPanel(): Promise<{ default: (props: CallPanelProps) => ReactNode }> {
  return import('./CallPanel.tsx').catch((error: unknown) => {
    console.warn('The call panel could not be loaded.', error);
    return { default: () => null };
  });
}

const STATUS: Partial<Record<CallState, string>> = {
  'requesting-permission': copy.guide.status.connecting,
  active: copy.guide.status.active,
};

/** The status line of the spec (section 4), but a mail is announced only where one will come. */
function statusOf(state: CallState, ending: CallEnding, written: boolean): string | undefined {
  if (state === 'active' && written) return copy.guide.status.writing;
  if (state !== 'ended') return STATUS[state];
  if (ending === 'failed') return copy.failure.cutOff;
  return ending === 'mail' ? copy.guide.status.ended : copy.guide.status.over;
}

/** Connects the static dialog and its button, and shows the call in the corner of the page. */
export default function CallWidget() {
  const state = useStore($call, { ssr: 'initial' });
  const [corner, setCorner] = useState<HTMLElement | null>(null);
  const ending = useStore($ending, { ssr: 'initial' });
  const { written } = useStore($callView, { ssr: 'initial', keys: ['written'] });
  const calling = isCalling(state);
  const status = statusOf(state, ending, written);
  const hadFocus = useRef(false);

  useEffect(() => {
    // Not in the first render, which has to match the server's.
    const timer = setTimeout(() => setCorner(document.getElementById('call-panels')));
    return () => clearTimeout(timer);
  }, []);
  useEffect(connectCallButton, []);
  useEffect(
    () =>
      watchOtherTabs({
        // A chat needs no microphone.
        isCalling: () => isCalling($call.get()) && !$callView.get().written,
        report: (elsewhere) => $elsewhere.set(elsewhere),
        end: () => {
          if (!$callView.get().written) hangUp();
        },
      }),
    // After a call of its own, it looks again.
    [calling],
  );
  // A chat goes on, on another page.
  useEffect(() => (calling && !written ? guardPage() : undefined), [calling, written]);

  // The focused element may be gone with the call. The focus then returns to the call button.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) callButton()?.focus({ preventScroll: true });
  }, [state]);
  function onBlur({ target, relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget instanceof Node) hadFocus.current = currentTarget.contains(relatedTarget);
    // Lost through a click on nothing, or because the focused element was removed?
    else setTimeout(() => (hadFocus.current &&= !target.isConnected));
  }

  // The dialog is open exactly while the call waits for confirmation.
  useEffect(
    () =>
      $dialog.subscribe((name) => {
        if (name === 'voice-call') void loadPanel();
        if (name === 'voice-call' && !isCalling($call.get())) callInput('press');
        else if (name !== 'voice-call') callInput('dismiss');
      }),
    [],
  );
  useEffect(
    () =>
      $callFailure.listen((failure) => {
        if (!failure) return;
        const { notStarted, cutOff, kinds } = copy.failure;
        showToast({
          tone: 'error',
          title: failure.live ? cutOff : notStarted,
          text: kinds[failure.kind],
          ...(canWrite(failure.kind) && { action: { label: copy.panel.write, run: writeInstead } }),
        });
      }),
    [],
  );

  return (
    <>
      <CallForm />
      <PageToasts />
      {corner &&
        createPortal(
          <div onFocus={() => (hadFocus.current = true)} onBlur={onBlur}>
            <div role="status" className="visually-hidden">
              {status}
            </div>
            {status && (
              <Suspense>
                <CallPanel status={status} state={state} />
              </Suspense>
            )}
          </div>,
          corner,
        )}
    </>
  );
}
