/** How long the visitor waits before an error is shown (milliseconds). */
const TIMEOUT_MS = 20_000;

const KEY = 'unsubscribe-token';
const form = document.querySelector<HTMLFormElement>('[data-unsubscribe]');
const button = form?.querySelector('button');
let token = '';

/** The token in the URL; '' if there is none. What names an element, such as that of the skip link, is not one. */
function hash(): string {
  const id = location.hash.slice(1);
  return document.getElementById(id) ? '' : id;
}

/**
 * Moves the token out of the URL, where it would be copied or bookmarked. It goes to this tab's storage, because phones
 * may discard a tab and load it again.
 */
function takeToken(): void {
  try {
    if (hash()) sessionStorage.setItem(KEY, hash());
    token = sessionStorage.getItem(KEY) ?? '';
  } catch {
    token = hash();
  }
  history.replaceState(history.state, '', location.pathname + location.search);
  if (token === '') say('incomplete');
  else say(undefined);
  button?.toggleAttribute('hidden', token === '');
}

/** Shows one of the messages, or none. */
function say(message: 'done' | 'failed' | 'incomplete' | undefined): void {
  for (const name of ['done', 'failed', 'incomplete'])
    form?.querySelector(`[data-${name}]`)?.toggleAttribute('hidden', name !== message);
}

let sending = false;

async function unsubscribe(): Promise<void> {
  if (!button || sending) return;
  sending = true;
  const sent = token;
  say(undefined);
  const label = button.textContent;
  // Not `disabled`, which would lose the focus.
  button.ariaDisabled = 'true';
  button.textContent = button.dataset['sending'] ?? label;
  try {
    // The page contains the function's URL: importing it would cost another request.
    const response = await fetch(`${form?.dataset['unsubscribe'] ?? ''}?token=${encodeURIComponent(sent)}`, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Something between us and the function can answer with 200, too.
    const done = response.ok && ((await response.json()) as { state?: unknown } | null)?.state === 'unsubscribed';
    // If another link has been opened since, the answer is not about that one.
    if (token !== sent) return;
    if (done) {
      forget();
      say('done');
      form?.querySelector<HTMLElement>('[data-done]')?.focus();
      button.hidden = true;
    } else say(response.status === 400 ? 'incomplete' : 'failed');
  } catch (error) {
    console.warn('The address could not be taken off the list:', error);
    if (token === sent) say('failed');
  } finally {
    button.textContent = label;
    button.ariaDisabled = null;
    sending = false;
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: nothing was stored.
  }
}

takeToken();
// Runs when another unsubscribe link is opened in this tab.
addEventListener('hashchange', () => {
  if (hash()) takeToken();
});
if (form) {
  form.dataset['ready'] = '';
  if ('held' in form.dataset) void unsubscribe();
  delete form.dataset['held'];
}
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void unsubscribe();
});

export {};
