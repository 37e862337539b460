import type { Room } from './rest.ts';
import type { Fatal } from './signals.ts';
import type { Pass } from './tokens.ts';

/** Why somebody may not enter, or may not stay. */
export const REASONS = {
  tooEarly: { type: 'nbf-room', msg: 'The meeting you are trying to join has not started yet' },
  roomExpired: { type: 'exp-room', msg: 'The meeting you are trying to join has ended' },
  tokenTooEarly: { type: 'nbf-token', msg: 'The meeting token is not valid yet' },
  tokenExpired: { type: 'exp-token', msg: 'The meeting token has expired' },
  notAllowed: { type: 'not-allowed', msg: 'You are not allowed to join this meeting' },
  full: { type: 'meeting-full', msg: 'The meeting is full' },
  ejected: { type: 'ejected', msg: 'You were removed from the call' },
  noRoom: { type: 'no-room', msg: 'The meeting you are trying to join does not exist' },
  deleted: { type: 'no-room', msg: 'The room was deleted' },
} as const satisfies Record<string, Fatal>;

/** The pass of somebody without a token. */
export const ANYBODY: Pass = { owner: false, name: '', nbf: 0, exp: Infinity, ejectAtExp: false };

export const isFull = (room: Room, people: number): boolean => people >= (room.config.max_participants ?? Infinity);

/**
 * Why somebody may not enter now, not even the lobby.
 *
 * @param pass of the token; undefined for a token that is not good
 * @param people how many are in the room
 */
export function refusalOf(room: Room, pass: Pass | undefined, people: number): Fatal | undefined {
  const { nbf = 0, exp = Infinity, enable_knocking } = room.config;
  const now = Date.now() / 1000;
  if (now < nbf) return REASONS.tooEarly;
  if (now >= exp) return REASONS.roomExpired;
  if (!pass) return REASONS.notAllowed;
  if (now < pass.nbf) return REASONS.tokenTooEarly;
  if (now >= pass.exp) return REASONS.tokenExpired;
  if (pass === ANYBODY && room.privacy === 'private' && !enable_knocking) return REASONS.notAllowed;
  return isFull(room, people) ? REASONS.full : undefined;
}

/** Why somebody has to go now. */
export function endOf(room: Room, pass: Pass): Fatal | undefined {
  const { exp = Infinity, eject_at_room_exp } = room.config;
  const now = Date.now() / 1000;
  if (eject_at_room_exp && now >= exp) return REASONS.roomExpired;
  return pass.ejectAtExp && now >= pass.exp ? REASONS.tokenExpired : undefined;
}
