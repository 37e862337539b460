import { mayEdit } from './dev-server.ts';
import { keep, readKept, storage } from './kept.ts';

const COOKIE = 'site-editing';
const PARAMETER = 'edit';
const TRIED = 'site-editing/tried';

// The cookie only says how pages are rendered, for all tabs. It gives no access.
const isWanted = () => mayEdit() && document.cookie.split('; ').includes(`${COOKIE}=on`);
/** Whether this tab may edit, and the page was rendered for it, with the sources of its texts. */
export const isEditing = (): boolean => mayEdit() && document.documentElement.hasAttribute('data-editing');

/** Whether editing is on and the page was reloaded for it, but it still is not rendered for editing. */
export function isRefused(): boolean {
  const store = storage('sessionStorage');
  return isWanted() && !isEditing() && store !== undefined && readKept(store, TRIED) === location.pathname;
}

function want(on: boolean): void {
  document.cookie = `${COOKIE}=${on ? 'on' : ''}; path=/; SameSite=Strict${on ? '' : '; Max-Age=0'}`;
}

/** Turns editing on or off and reloads the page. */
export function turn(on: boolean): void {
  want(on);
  location.reload();
}

/** Reloads a page that was rendered before editing was turned on or off, but only once. */
function catchUp(): void {
  const store = storage('sessionStorage');
  if (isWanted() === isEditing()) {
    if (store) keep(store, TRIED, undefined);
  } else if (store && readKept(store, TRIED) !== location.pathname) {
    keep(store, TRIED, location.pathname);
    location.reload();
  }
}

/** Turns editing on if the address has `?edit`, and keeps pages from the back/forward cache up to date. */
export function followSwitch(): void {
  const address = new URL(location.href);
  if (mayEdit() && address.searchParams.has(PARAMETER)) {
    if (!isEditing()) want(true);
    else {
      address.searchParams.delete(PARAMETER);
      history.replaceState(history.state, '', address);
    }
  }
  catchUp();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) catchUp();
  });
}
