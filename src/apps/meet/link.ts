/** What a link to the room has after its `#`: `<booking>.<secret>`, and `.admit.<name>` if the desk lets somebody in. */
export interface Link {
  booking: string;
  /** A visitor's secret, or a host's ticket. */
  secret: string;
  /** The name of somebody who waits, and whom the host has let in on the desk. */
  admit?: string;
}

/** What this tab keeps, so that the room is still there after a reload. */
const KEY = 'meet';

/** A name in a link, or '' if it is damaged. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** The link in a fragment; undefined if it is none. */
export function linkIn(fragment: string): Link | undefined {
  const [booking = '', secret = '', deed, name = ''] = fragment.replace(/^#/, '').split('.');
  if (!booking || !secret) return undefined;
  return { booking, secret, ...(deed === 'admit' && { admit: decoded(name) }) };
}

const written = ({ booking, secret }: Link) => `${booking}.${secret}`;

/**
 * Takes the link out of the address bar and the history, where it would be seen and shared, and keeps it for this tab.
 *
 * @returns the link in the address, or the one that this tab has kept
 */
export function takeLink(): Link | undefined {
  const link = linkIn(location.hash);
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  if (link) {
    keepLink(link);
    return link;
  }
  try {
    return linkIn(sessionStorage.getItem(KEY) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps a link for this tab. Whoever was let in is not let in again after a reload. */
export function keepLink(link: Link): void {
  try {
    sessionStorage.setItem(KEY, written(link));
  } catch {
    // Storage is switched off: the link lasts until the page is loaded again.
  }
}

/** Whether a link is that of staff. */
export const isHosts = ({ secret }: Link): boolean => secret.startsWith('host~');
