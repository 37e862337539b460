import type { IslandName } from '../stores/island-name.ts';
import { wantIsland } from './islands.ts';

// A form that was sent before its island was ready carries the mark `data-held` (early-submits.ts), and the island sends
// it when it comes to life.
const HELD = 'form[data-island][data-held]';

function hold(form: HTMLFormElement): void {
  form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
  wantIsland(form.dataset['island'] as IslandName);
}

document.addEventListener('submit', ({ target }) => {
  const form = target as HTMLFormElement;
  if (form.matches(HELD)) hold(form);
});
document.querySelectorAll<HTMLFormElement>(HELD).forEach(hold);

// Its code can't be loaded: say so where the visitor is looking, with the other ways to reach the team.
document.addEventListener('island-failed', ({ target }) => {
  // A form that can't be sent without its code keeps nobody waiting for it either.
  const form = (target as Element).querySelector('form:is([data-held], [data-needs-code])');
  form?.querySelector('[data-unloadable]')?.removeAttribute('hidden');
  // The visitor may write an e-mail now: nothing must be sent behind their back when the code comes after all.
  form?.removeAttribute('data-held');
});
