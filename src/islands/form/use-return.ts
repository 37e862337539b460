import { useEffect } from 'react';
import type { Draft } from './draft.ts';

/**
 * Back from the browser's memory, a form shows what it held when the page was left. Was it sent or changed from another
 * page since, the page is loaded anew: nobody shall send again what only looks unsent, or lose what they wrote last.
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
