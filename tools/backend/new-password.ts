import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP = 4;

/** A random password of 100 bits, in groups that are easy to read and type: `k7mp-x2wn-…` */
export function newPassword(): string {
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const group = () => Array.from({ length: GROUP }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What to print of a new password: who it is for, and that nobody can look it up later. */
export const shownOnce = (address: string, password: string): string =>
  `  address   ${address}\n  password  ${password}\nIt is shown only now, and must be changed at the first sign-in.`;
