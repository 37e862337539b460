/**
 * The script of every page, in one file that the browser keeps: left with their components, scripts as small as these
 * would be in the HTML of every page, each with a hash in its CSP. Islands and what they need come later, on intent.
 */
import './cards.ts';
import './dialogs.ts';
import './held-submits.ts';
import './menu.ts';
import './reveal.ts';
import './top-link.ts';
import type { IslandName } from '../stores/island-name.ts';
import { wantIsland } from './islands.ts';
import { rememberOrigin } from './origin.ts';
import { wearChosenTheme } from './theme.ts';

/** What another page, or another year, may have changed since this one was read. */
function catchUp(): void {
  wearChosenTheme();
  for (const year of document.querySelectorAll('[data-current-year]'))
    year.textContent = String(new Date().getFullYear());
}

function begin(): void {
  catchUp();
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
}

// A prerendered page is nobody's visit yet, and the tab's storage that it sees is a copy, to be thrown away.
if (document.prerendering) document.addEventListener('prerenderingchange', begin);
else begin();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) catchUp();
});
