/**
 * The script of every page, in one file that the browser caches. In their components, scripts this small would be
 * inlined into every page, each with a hash in its CSP. Islands and their dependencies load later, on intent.
 */
import './call-button.ts';
import './cards.ts';
import './count.ts';
import './dialogs.ts';
import './held-submits.ts';
import './menu.ts';
import './reveal.ts';
import './top-link.ts';
import './try-assistant.ts';
import { wantIsland } from './islands.ts';
import { rememberOrigin } from './origin.ts';
import { wearChosenTheme } from './theme.ts';

/** Applies what may have changed since the page was loaded: the theme, on another page, and the year. */
function catchUp(): void {
  wearChosenTheme();
  for (const year of document.querySelectorAll('[data-current-year]'))
    year.textContent = String(new Date().getFullYear());
}

function begin(): void {
  catchUp();
  rememberOrigin();
  try {
    // The previous page left a toast (src/stores/toasts.ts): the island shows it.
    if (sessionStorage.getItem('toast')) wantIsland('consultation');
    // A chat with the agent goes on, or the tab that opened this one has a call (src/voice/kept-chat.ts).
    if (sessionStorage.getItem('voice-call')) wantIsland('voice-call');
    // A form in the page restores its draft at once, so that nobody thinks their input is lost.
    for (const form of document.querySelectorAll<HTMLFormElement>('main form[data-island]')) {
      const island = form.dataset['island'] ?? '';
      if (sessionStorage.getItem(`${island}-draft`)) wantIsland(island);
    }
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

// A prerendered page is not a visit yet, and its sessionStorage is a copy that will be discarded.
if (document.prerendering) document.addEventListener('prerenderingchange', begin);
else begin();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) catchUp();
});
