import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $dialog } from '../../stores/dialogs.ts';
import { takeToast } from '../../stores/toasts.ts';
import { Toasts } from './Toasts.tsx';

/** The time until screen readers notice a new live region (milliseconds). */
const SETTLE_MS = 150;

/** The form that shows the page's toasts: the first one that was hydrated. */
const $host = atom<symbol | null>(null);

/** The toasts over the page. Every form includes them; one form shows them. */
export function PageToasts() {
  const [me] = useState(() => Symbol('form'));
  const host = useStore($host, { ssr: 'initial' });
  const dialog = useStore($dialog, { ssr: 'initial' });

  useEffect(() => {
    if (host === null) $host.set(me);
    if (host !== me) return;
    // A live region that appears together with its text is often not announced.
    const timer = setTimeout(takeToast, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [host, me]);
  useEffect(
    () => () => {
      if ($host.get() === me) $host.set(null);
    },
    [me],
  );

  const place = host === me ? document.getElementById('toasts') : null;
  return place && createPortal(<Toasts active={dialog === null} />, place);
}
