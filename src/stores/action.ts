import { atom, map } from 'nanostores';
import type { Action, ActionName } from '../voice/action.ts';
import type { DialogName } from './dialogs.ts';

/** What the agent has put on the screen last, until the visitor has declined it or sent its form. */
export const $action = atom<Action | null>(null);

/** Forgets the action, if it is still this one. */
export function settleAction(name: ActionName): void {
  if ($action.get()?.name === name) $action.set(null);
}

/** Values by field name for the form of a dialog, which takes them over once, when it is hydrated. */
export const $prefill = map<Partial<Record<DialogName, Readonly<Record<string, string>>>>>({});
