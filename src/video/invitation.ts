import type { Invitation } from './meeting-state.ts';

/**
 * Checks an invitation before the package does: an option that it refuses blocks every later call of the page.
 *
 * @throws TypeError
 */
export function checkInvitation({ url, token, name }: Invitation): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new TypeError('Not the address of a room.');
  if (token === '') throw new TypeError('An empty token.');
  if (name.trim() === '') throw new TypeError('Nobody has no name.');
}
