/**
 * The editor in the page, as `astro dev` puts it into every page. Without it, or with editing turned off, the page is as it
 * always is.
 */
import '@vitejs/plugin-react/preamble';
import { rememberFocus } from './focus-place.ts';
import { readEntry, refresh } from './forms.ts';
import { mount, stayInReach } from './host.ts';
import { watchPage } from './page-clicks.ts';
import { resume } from './saving.ts';
import { readSite } from './site.ts';
import { $panel, drafts } from './state.ts';
import { followSwitch, isEditing } from './switch.ts';

async function begin(): Promise<void> {
  followSwitch();
  mount();
  if (!isEditing()) return;
  stayInReach();
  watchPage();
  rememberFocus();
  addEventListener('storage', ({ key, storageArea }) => {
    if (key !== null && storageArea === localStorage) drafts.follow(key);
  });
  // First what was begun before a reload: what is read then is what it has made of the file.
  await resume();
  const panel = $panel.get();
  if (panel?.kind === 'form') void readEntry(panel.file);
  void readSite();
  void refresh();
}

// A page that is only being made ready is nobody's yet.
if (document.prerendering) document.addEventListener('prerenderingchange', () => void begin(), { once: true });
else void begin();
