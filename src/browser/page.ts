/** The script of every page. Islands and what they need come later, on intent. */
import './cards.ts';
import './dialogs.ts';
import './held-submits.ts';
import './reveal.ts';
import './theme.ts';
import type { IslandName } from '../stores/island-name.ts';
import { wantIsland } from './islands.ts';
import { rememberOrigin } from './origin.ts';

rememberOrigin();
try {
  // The page before this one handed on a toast (src/stores/toasts.ts): the island brings what shows it.
  if (sessionStorage.getItem('toast')) wantIsland('consultation');
  // Nobody shall believe that what they typed is gone: a form in the page shows it without being asked.
  for (const form of document.querySelectorAll<HTMLFormElement>('main form[data-island]')) {
    const island = form.dataset['island'] as IslandName;
    if (sessionStorage.getItem(`${island}-draft`)) wantIsland(island);
  }
} catch {
  // Storage is switched off: nothing was kept.
}

// The page was built in some year and is read in another.
for (const year of document.querySelectorAll('[data-current-year]'))
  year.textContent = String(new Date().getFullYear());
