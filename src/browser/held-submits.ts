import { wantIsland } from './islands.ts';

// A form that was submitted before its island was ready has the attribute `data-held` (early-dialogs.ts). The island
// sends it after hydration.
const HELD = 'form[data-island][data-held]';

function hold(form: HTMLFormElement): void {
  form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
  wantIsland(form.dataset['island'] ?? '');
}

document.addEventListener('submit', ({ target }) => {
  const form = target as HTMLFormElement;
  if (form.matches(HELD)) hold(form);
});
document.querySelectorAll<HTMLFormElement>(HELD).forEach(hold);

// The code can't be loaded: say so where the visitor is looking, with the other ways to reach the team.
document.addEventListener('island-failed', ({ target }) => {
  // A form that can't be sent without its code says so even if nothing was submitted.
  const form = (target as Element).querySelector('form:is([data-held], [data-needs-code])');
  form?.querySelector('[data-unloadable]')?.removeAttribute('hidden');
  // The visitor may write an email instead: the form must not be sent if the code arrives after all.
  form?.removeAttribute('data-held');
});
