import { useEffect } from 'react';
import type { Draft } from './draft.ts';

/**
 * A page from the back/forward cache shows the form as it was left. If the draft was sent or changed on another page
 * since, reloads the page: visitors must not send a request again that only looks unsent, or lose their latest input.
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
