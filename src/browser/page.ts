/** The script of every page. Islands and what they need come later, on intent. */
import './intents.ts';
import './cards.ts';
import './dialogs.ts';
import './held-submits.ts';
import './reveal.ts';
import './theme.ts';
import { hasDraft } from '../stores/drafts.ts';
import { wantIsland, type IslandName } from '../stores/intents.ts';
import { isToastWaiting } from '../stores/toasts.ts';
import { rememberOrigin } from './origin.ts';

rememberOrigin();
// The island brings what shows it.
if (isToastWaiting()) wantIsland('consultation');
// Nobody shall believe that what they typed is gone: a form in the page shows it without being asked.
for (const form of document.querySelectorAll<HTMLFormElement>('main form[data-island]')) {
  const island = form.dataset['island'] as IslandName;
  if (hasDraft(island)) wantIsland(island);
}

// The page was built in some year and is read in another.
for (const year of document.querySelectorAll('[data-current-year]'))
  year.textContent = String(new Date().getFullYear());
