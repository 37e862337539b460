import copy from 'copy:call';
import { $call, callInput } from '../../stores/call.ts';
import { isCalling, type CallState } from '../../voice/call-state.ts';

const LABELS: Partial<Record<CallState, string>> = {
  'requesting-permission': copy.button.connecting,
  active: copy.button.active,
};

/** The call button of the page. It is static: before this it opens the dialog, and that is all it needs to do. */
export const callButton = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-call-button]');

/** A press that follows Start Call sooner than this was meant for Start Call: a double click. */
const DELIBERATE_AFTER_MS = 500;

/** Makes the call button follow the call. Returns what ends that. */
export function connectCallButton(): (() => void) | undefined {
  const button = callButton();
  const label = button?.querySelector('[data-call-label]');
  if (!button || !label) return undefined;

  let changed = -Infinity;
  const onClick = (event: Event) => {
    if (!isCalling($call.get())) return;
    // It opens the dialog again as soon as it has hung up: not with this click.
    event.stopPropagation();
    if (performance.now() - changed > DELIBERATE_AFTER_MS || $call.get() === 'active') callInput('press');
  };
  // The key that pressed Start Call may still be held down when the button gets the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  };
  button.addEventListener('click', onClick);
  button.addEventListener('keydown', onKeyDown);
  const forget = $call.subscribe((state) => {
    const calling = isCalling(state);
    changed = performance.now();
    label.textContent = LABELS[state] ?? copy.button.idle;
    button.toggleAttribute('data-calling', calling);
    if (calling) button.removeAttribute('data-opens');
    else button.dataset['opens'] = 'voice-call';
  });
  return () => {
    forget();
    button.removeEventListener('click', onClick);
    button.removeEventListener('keydown', onKeyDown);
  };
}
