import { useEffect } from 'react';
import type { Draft } from './draft.ts';

/**
 * Reloads a page that returns from the back/forward cache if its draft was sent or changed on another page since. The
 * cached form would look unsent and show old input, so visitors could send a request twice or lose their latest input.
 */
export function useReturn(draft: Draft): void {
  useEffect(() => {
    let left: string | null = null;
    const onHide = () => (left = draft.written());
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && draft.written() !== left) location.reload();
    };
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
    };
  }, [draft]);
}
