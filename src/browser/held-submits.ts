import { $dialog } from '../stores/dialogs.ts';
import { heldSubmits } from '../stores/held-submits.ts';
import { wantIsland, type IslandName } from '../stores/intents.ts';

/** Remembers that a form was sent before its island was ready; the island sends it when it comes to life. */
function hold(form: HTMLFormElement): void {
  const island = form.dataset['island'] as IslandName | undefined;
  if (!island || 'ready' in form.dataset) return;
  heldSubmits.add(island);
  form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
  wantIsland(island);
  // Wanted before and not here yet: perhaps the connection was lost. A new sign of intent tries again.
  document.dispatchEvent(new CustomEvent('intent', { detail: island }));
}

// early-submits.ts has kept the browser from sending it.
document.addEventListener('submit', ({ target }) => hold(target as HTMLFormElement), { capture: true });
document.querySelectorAll<HTMLFormElement>('form[data-held]').forEach(hold);

// Its code can't be loaded: say so where the visitor is looking, with the other ways to reach the team.
document.addEventListener('island-failed', (event) => {
  const name = (event as CustomEvent<string>).detail;
  const form = document.querySelector<HTMLFormElement>(`form[data-island="${name}"]`);
  // A form that can't be sent without its code keeps nobody waiting for it either.
  if (!heldSubmits.has(name as IslandName) && !(form && 'needsCode' in form.dataset)) return;
  form?.querySelector('[data-unloadable]')?.removeAttribute('hidden');
  // The visitor may write an e-mail now: nothing must be sent behind their back when the code comes after all.
  letGo(name as IslandName);
});

// Cancelled is cancelled, also while the code is on its way.
$dialog.listen((_name, before) => {
  if (before) letGo(before);
});

function letGo(island: IslandName): void {
  heldSubmits.delete(island);
  document.querySelector(`form[data-island="${island}"]`)?.removeAttribute('data-held');
}
