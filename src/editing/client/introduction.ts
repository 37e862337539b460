import { atom } from 'nanostores';
import { keep, readKept, storage } from './kept.ts';
import { $panel } from './state.ts';

const KEY = 'site-editing/introduced';
const store = storage('localStorage');

/** Whether the introduction is shown: on the first visit, and when somebody asks for it. */
export const $introduction = atom(store !== undefined && readKept(store, KEY) === undefined);

/** Closes the introduction. It does not open by itself again. */
export function closeIntroduction(): void {
  if (store) keep(store, KEY, true);
  $introduction.set(false);
}

// Who opens a form has understood.
$panel.listen((panel) => {
  if (panel && $introduction.get()) closeIntroduction();
});
