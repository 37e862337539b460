import { keep, readKept, tabStorage } from './kept.ts';

const COOKIE = 'site-editing';
const PARAMETER = 'edit';
const TRIED = 'site-editing/tried';

const isWanted = () => document.cookie.split('; ').includes(`${COOKIE}=on`);
/** Whether the page was made for editing: it says where its texts come from. */
export const isEditing = (): boolean => document.documentElement.hasAttribute('data-editing');

/** Whether the page was to be made for editing, was loaded anew for it, and still is not. */
export function isRefused(): boolean {
  const store = tabStorage();
  return isWanted() && !isEditing() && store !== undefined && readKept(store, TRIED) === location.pathname;
}

function want(on: boolean): void {
  document.cookie = `${COOKIE}=${on ? 'on' : ''}; path=/; SameSite=Strict${on ? '' : '; Max-Age=0'}`;
}

/** Turns editing on or off. The page is loaded anew. */
export function turn(on: boolean): void {
  want(on);
  location.reload();
}

/** Loads a page anew that was made before editing was turned on or off; not twice, should that be of no use. */
function catchUp(): void {
  const store = tabStorage();
  if (isWanted() === isEditing()) {
    if (store) keep(store, TRIED, undefined);
  } else if (store && readKept(store, TRIED) !== location.pathname) {
    keep(store, TRIED, location.pathname);
    location.reload();
  }
}

/** Turns editing on where the address asks for it (`?edit`), and has pages from the browser's memory follow. */
export function followSwitch(): void {
  const address = new URL(location.href);
  if (address.searchParams.has(PARAMETER)) {
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
