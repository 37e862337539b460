import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Toast } from '../../stores/toasts.ts';

interface Props {
  toast: Toast;
  dismissLabel: string;
  onDismiss: () => void;
}

/** How long a success stays while nobody points at it (milliseconds): long enough to read it twice. */
const STAY_MS = 10_000;

/** One toast. A success goes by itself, but not while a pointer or the focus is on it; an error stays. */
export function ToastCard({ toast, dismissLabel, onDismiss }: Props) {
  const [held, setHeld] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (held || toast.tone === 'error') return;
    const timer = setTimeout(onDismiss, STAY_MS);
    return () => clearTimeout(timer);
    // onDismiss is new at every render; only holding and letting go restart the time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [held, toast.tone]);

  function onFocus({ relatedTarget, currentTarget }: FocusEvent) {
    setHeld(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  }

  /** Dismissed from the keyboard, it gives the focus back. */
  function dismiss(card: Element | null) {
    const focused = card?.contains(document.activeElement) ?? false;
    onDismiss();
    if (focused) cameFrom.current?.focus();
  }

  /** Inside a dialog, Escape dismisses the toast that has the focus and leaves the dialog open. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    dismiss(event.currentTarget);
  }

  return (
    <div
      className="toast"
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={onFocus}
      onBlur={() => setHeld(false)}
      onKeyDown={onKeyDown}
    >
      <div>
        <p className="toast-title">{toast.title}</p>
        <p>{toast.text}</p>
      </div>
      <button
        type="button"
        className="toast-dismiss"
        onClick={(event) => dismiss(event.currentTarget.closest('.toast'))}
        aria-label={`${dismissLabel}: ${toast.title}`}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M4 4l12 12M16 4L4 16" />
        </svg>
      </button>
    </div>
  );
}
