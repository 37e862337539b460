import { $dialog } from '../stores/dialogs.ts';
import { heldSubmits } from '../stores/held-submits.ts';
import { wantIsland, type IslandName } from '../stores/intents.ts';

// A form that is sent before its island is ready is held; the island sends it when it comes to life.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    const island = form.dataset['island'] as IslandName | undefined;
    if (!island || 'ready' in form.dataset) return;
    event.preventDefault();
    heldSubmits.add(island);
    form.dataset['held'] = '';
    form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
    wantIsland(island);
    // Wanted before and not here yet: perhaps the connection was lost. A new sign of intent tries again.
    document.dispatchEvent(new CustomEvent('intent', { detail: island }));
  },
  { capture: true },
);

// Its code can't be loaded: say so where the visitor is looking, with the other ways to reach the team.
document.addEventListener('island-failed', (event) => {
  const name = (event as CustomEvent<string>).detail;
  if (!heldSubmits.has(name as IslandName)) return;
  document.querySelector(`form[data-island="${name}"] [data-unloadable]`)?.removeAttribute('hidden');
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
