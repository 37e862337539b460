/** The script of every page. Islands and what they need come later, on intent. */
import './intents.ts';
import './cards.ts';
import './dialogs.ts';
import './held-submits.ts';
import './reveal.ts';
import { rememberOrigin } from './origin.ts';

rememberOrigin();

// The page was built in some year and is read in another.
for (const year of document.querySelectorAll('[data-current-year]'))
  year.textContent = String(new Date().getFullYear());
