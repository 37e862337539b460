/**
 * Whoever holds a meeting does nothing at the desk, in another tab, and would be signed out there during the call. That
 * would end the host's ticket, too. So a room tells the desks of its origin that its host is there.
 */
const NAME = 'desk-activity';

/** Tells the desks in other tabs that the host is in a call. */
export function tellDesks(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/**
 * Hears it at a desk.
 *
 * @param signal ends it
 */
export function hearRooms(onActive: () => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', onActive);
  signal.addEventListener('abort', () => channel.close());
}
