import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { MARK } from '../../brand/mark.ts';
import type { Toast } from '../../stores/toasts.ts';
import { afterAnimations } from './after-animations.ts';

interface Props {
  toast: Toast;
  dismissLabel: string;
  /** Dismissed, but still animating out. */
  leaving: boolean;
  onDismiss: () => void;
  /** Called when it is out of sight. */
  onGone: () => void;
}

/** How long a success stays (milliseconds): long enough to read it twice. */
const STAY_MS = 10_000;

/** One toast. A success disappears after a while, but not while hovered or focused; an error stays. */
export function ToastCard({ toast, dismissLabel, leaving, onDismiss, onGone }: Props) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (leaving || held || toast.tone === 'error') return;
    const timer = setTimeout(onDismiss, STAY_MS);
    return () => clearTimeout(timer);
    // onDismiss is new on every render; only hovering and focusing restart the timer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [leaving, held, toast.tone]);
  useEffect(() => {
    if (!leaving) return;
    void afterAnimations(card.current).then(onGone);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [leaving]);

  function onFocus({ relatedTarget, currentTarget }: FocusEvent) {
    setHeld(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  }

  /** Dismisses the toast and, if it had the focus, returns the focus. */
  function dismiss() {
    const focused = card.current?.contains(document.activeElement) ?? false;
    onDismiss();
    if (focused) cameFrom.current?.focus();
  }

  /** Inside a dialog, Escape dismisses the focused toast and leaves the dialog open. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  }

  return (
    <div
      ref={card}
      className={toast.tone === 'error' ? 'toast' : 'toast on-dark'}
      data-tone={toast.tone}
      data-leaving={leaving || undefined}
      inert={leaving}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={onFocus}
      onBlur={() => setHeld(false)}
      onKeyDown={onKeyDown}
    >
      <svg
        className="inks"
        width="42"
        height="22"
        viewBox={toast.tone === 'error' ? '0 0 50 26' : '0 0 38 24'}
        aria-hidden="true"
      >
        <path className="campus" d={MARK.campus} />
        <path className="company" d={MARK.company} />
      </svg>
      <div>
        <p className="font-bold">{toast.title}</p>
        <p>{toast.text}</p>
        {toast.action && (
          <button
            type="button"
            className="link min-h-target font-semibold underline"
            onClick={() => {
              dismiss();
              toast.action?.run();
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className="toast-dismiss grid size-target place-items-center"
        onClick={dismiss}
        aria-label={`${dismissLabel}: ${toast.title}`}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M4 4l12 12M16 4L4 16" />
        </svg>
      </button>
    </div>
  );
}
