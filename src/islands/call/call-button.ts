import copy from 'copy:call';
import { computed } from 'nanostores';
import { $call, $callView, $elsewhere, hangUp } from '../../stores/call.ts';
import { isCalling, type CallState } from '../../voice/call-state.ts';

const LABELS: Partial<Record<CallState, string>> = {
  'requesting-permission': copy.button.connecting,
  active: copy.button.active,
};

function labelOf(state: CallState, written: boolean, elsewhere: boolean): string {
  if (state === 'active' && written) return copy.button.chat;
  return LABELS[state] ?? (elsewhere ? copy.button.elsewhere : copy.button.idle);
}

/** The page's call button. It is static: without this script, it only opens the dialog. */
export const callButton = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-call-button]');

/** A tap sooner than this after a change was meant for the button's previous action: browsers don't count taps (ms). */
const DELIBERATE_AFTER_MS = 400;

/** Keeps the call button in step with the call. Returns a function that disconnects it. */
export function connectCallButton(): (() => void) | undefined {
  const button = callButton();
  const label = button?.querySelector('[data-call-label]');
  if (!button || !label) return undefined;

  let before = $call.get();
  let changed = -Infinity;
  const onClick = (event: MouseEvent) => {
    const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
    const isSecond = event.detail > 1 || (isTap && performance.now() - changed <= DELIBERATE_AFTER_MS);
    const deliberate = $call.get() === 'active' || !isSecond;
    if (!isCalling($call.get()) && deliberate) return;
    // After hanging up, the button opens the dialog again, but not with this click.
    event.stopPropagation();
    if (deliberate) hangUp();
  };
  // The key that pressed Start Call may still be held down when the button gets the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  };
  button.addEventListener('click', onClick);
  button.addEventListener('keydown', onKeyDown);
  const forget = computed([$call, $callView, $elsewhere], (state, { written }, elsewhere) => ({
    state,
    written,
    elsewhere,
  })).subscribe(({ state, written, elsewhere }) => {
    const calling = isCalling(state);
    if (state !== before) changed = performance.now();
    before = state;
    label.textContent = labelOf(state, written, elsewhere);
    if (calling) {
      button.dataset['calling'] = state;
      button.removeAttribute('data-opens');
    } else {
      button.removeAttribute('data-calling');
      button.dataset['opens'] = 'voice-call';
    }
  });
  return () => {
    forget();
    button.removeEventListener('click', onClick);
    button.removeEventListener('keydown', onKeyDown);
  };
}
