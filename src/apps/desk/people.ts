import { atom } from 'nanostores';
import { readColleagues } from './requests.ts';
import { me } from './session/session.ts';
import type { Colleague } from './shapes.ts';

/** Everybody who is or was staff. Empty until they are known. */
export const $colleagues = atom<readonly Colleague[]>([]);

export async function loadColleagues(): Promise<void> {
  $colleagues.set(await readColleagues());
}

/** A person as the desk names them: `you`, or their address. */
export function nameOf(person: string, colleagues: readonly Colleague[]): string {
  if (person === me()) return 'you';
  return colleagues.find(({ user_id }) => user_id === person)?.email ?? 'a former colleague';
}

/** The same at the start of a sentence or on its own. */
export function nameAtStart(person: string, colleagues: readonly Colleague[]): string {
  const name = nameOf(person, colleagues);
  return name === 'you' ? 'You' : name === 'a former colleague' ? 'A former colleague' : name;
}
