/**
 * The editor's entry point, which `astro dev` adds to every page. With editing turned off, the page only gets one extra
 * button.
 */
import '@vitejs/plugin-react/preamble';
import { answerWith } from './api.ts';
import { DEV_SERVER } from './dev-server.ts';
import { rememberFocus } from './focus-place.ts';
import { typeEarlyKeys } from './early-keys.ts';
import { readEntry, refresh, takeDrafts } from './entries.ts';
import { mount, stayInReach } from './host.ts';
import { watchPage } from './page-clicks.ts';
import { showOnPage } from './panels.ts';
import { waitForPauses } from './reload-wait.ts';
import { resume } from './requests.ts';
import { readSite } from './site.ts';
import { $entries, $panel, drafts } from './state.ts';
import { followSwitch, isEditing } from './switch.ts';

answerWith(DEV_SERVER);

async function begin(): Promise<void> {
  followSwitch();
  mount();
  if (!isEditing()) {
    typeEarlyKeys(undefined);
    return;
  }
  stayInReach();
  watchPage();
  rememberFocus();
  waitForPauses();
  addEventListener('storage', ({ key, storageArea }) => {
    if (key !== null && storageArea === localStorage) drafts.follow(key);
  });
  drafts.sendNow();
  addEventListener('pagehide', () => drafts.sendNow(true));
  // After the browser has restored the scroll position.
  if (document.readyState === 'complete') showOnPage();
  else addEventListener('load', () => requestAnimationFrame(showOnPage), { once: true });
  // First finish what was pending before a reload, so that the form reads the resulting file.
  await Promise.all([takeDrafts(), resume()]);
  const panel = $panel.get();
  if (panel?.kind === 'form')
    void readEntry(panel.file).then(() => {
      // Without the file there is no text to type them into.
      if (!$entries.get()[panel.file]) typeEarlyKeys(undefined);
    });
  void readSite();
  void refresh();
}

// A room has no words of content/. Don't start in a prerendered page before it is shown.
if ('room' in document.documentElement.dataset) typeEarlyKeys(undefined);
else if (document.prerendering) document.addEventListener('prerenderingchange', () => void begin(), { once: true });
else void begin();
