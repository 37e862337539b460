import { useStore } from '@nanostores/react';
import copy from 'copy:toasts';
import { useEffect, useRef, useState } from 'react';
import { $toasts, dismissToast, type Toast } from '../../stores/toasts.ts';
import { keepClear } from './keep-clear.ts';
import { ToastCard } from './ToastCard.tsx';

interface Props {
  /** Whether this region is in use: behind a modal dialog everything is inert, so each dialog has its own region. */
  active: boolean;
  /** Part of a dialog's form, where it covers nothing. Otherwise it is in the top layer. */
  within?: boolean;
}

const spoken = (toasts: readonly Toast[]) => toasts.map(({ title, text }) => `${title}: ${text}`).join(' ');

/**
 * The toasts. Screen readers get them from two live regions that are present from the start: a live
 * region that appears together with its text is often not announced.
 */
export function Toasts({ active, within = false }: Props) {
  const all = useStore($toasts, { ssr: 'initial' });
  // In an unsent form, a success of another one would read as if this one had been sent.
  const toasts = active ? all.filter(({ tone }) => !within || tone === 'error') : [];
  const region = useRef<HTMLDivElement>(null);
  // The cards on screen. A dismissed toast keeps its card until it has animated out.
  const [cards, setCards] = useState<readonly Toast[]>([]);
  const fresh = toasts.filter((toast) => !cards.includes(toast));
  if (fresh.length > 0) setCards([...cards, ...fresh]);
  const shown = cards.length > 0;

  useEffect(() => {
    if (within) return undefined;
    // A browser without popover support shows the region inline; the form must not break.
    if ('togglePopover' in HTMLElement.prototype) region.current?.togglePopover(shown);
    return shown && region.current ? keepClear(region.current) : undefined;
  }, [shown, within]);

  useEffect(() => {
    if (!shown) return;
    const dismissLast = (event: KeyboardEvent) => {
      const last = $toasts.get().at(-1);
      if (event.key === 'Escape' && last && !document.querySelector('dialog:modal')) dismissToast(last.id);
    };
    document.addEventListener('keydown', dismissLast);
    return () => document.removeEventListener('keydown', dismissLast);
  }, [shown]);

  return (
    <>
      <div role="status" className="visually-hidden">
        {spoken(toasts.filter(({ tone }) => tone === 'success'))}
      </div>
      <div role="alert" className="visually-hidden">
        {spoken(toasts.filter(({ tone }) => tone === 'error'))}
      </div>
      <div
        ref={region}
        popover={within ? undefined : 'manual'}
        role="region"
        aria-label={copy.region}
        className="toasts"
      >
        {cards.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            dismissLabel={copy.dismiss}
            leaving={!toasts.includes(toast)}
            onDismiss={() => dismissToast(toast.id)}
            onGone={() => setCards((all) => all.filter((card) => card !== toast))}
          />
        ))}
      </div>
    </>
  );
}
