import { openDuringCall } from '../../voice/kept-chat.ts';
import { hangUp } from '../../stores/call.ts';

/** Whether following a link would leave this page and end the call. */
function leaves(link: HTMLAnchorElement): boolean {
  const { origin, pathname, search } = new URL(link.href);
  if (link.target || link.hasAttribute('download') || origin !== location.origin) return false;
  return pathname !== location.pathname || search !== location.search;
}

/**
 * Keeps a call alive while the visitor browses: links within the site open in a new tab, and leaving the page asks for
 * confirmation. Leaving anyway hangs up.
 *
 * @returns a function that removes the guard
 */
export function guardPage(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!leaves(link)) return;
    event.preventDefault();
    // With its opener, the new tab gets a copy of this tab's session: no film, no lost drafts.
    openDuringCall(link.href);
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  document.addEventListener('click', onClick, { capture: true });
  window.addEventListener('beforeunload', onBeforeUnload);
  window.addEventListener('pagehide', hangUp);
  return () => {
    document.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('beforeunload', onBeforeUnload);
    window.removeEventListener('pagehide', hangUp);
  };
}
