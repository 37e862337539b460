import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $dialog } from '../../stores/dialogs.ts';
import { takeToast } from '../../stores/toasts.ts';
import { Toasts } from './Toasts.tsx';

/** Until screen readers know of a region that has come into the page (milliseconds). */
const SETTLE_MS = 150;

/** The form that shows the page's toasts: the first one that has come to life. */
const $host = atom<symbol | null>(null);

/** The toasts over the page. Every form brings them; one of them shows them. */
export function PageToasts() {
  const [me] = useState(() => Symbol('form'));
  const host = useStore($host, { ssr: 'initial' });
  const dialog = useStore($dialog, { ssr: 'initial' });

  useEffect(() => {
    if (host === null) $host.set(me);
    if (host !== me) return;
    // A region that appears together with its text is often not read out.
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
