import copy from 'copy:verification';
import type { RequestTable } from '../backend/verified-request.ts';
import { loadTurnstile, type TurnstileApi } from './load-turnstile.ts';

/** Why there is no token. `unverified`: the check was not passed. `unverifiable`: it could not be made. */
export type CheckFailure = 'unverified' | 'unverifiable';

/** What a check came to. */
export type Check = { token: string } | { failure: CheckFailure };

/** For how long a check may take in which the visitor has nothing to do (milliseconds). */
const CHECK_WITHIN_MS = 30_000;
/** A token is good for five minutes, of which sending it needs some (milliseconds). */
const TOKEN_LIFE_MS = 240_000;
/** A narrower form has no room for the ordinary widget (CSS pixels). */
const NARROW_PX = 300;

/** Checks that were begun ahead, and when. */
const ahead = new WeakMap<HTMLFormElement, { check: Promise<Check>; at: number }>();

const begunIn = (form: HTMLFormElement) => {
  const begun = ahead.get(form);
  return begun && performance.now() - begun.at < TOKEN_LIFE_MS ? begun.check : undefined;
};

/** Begins the check of a form before it is sent, for one that is out of sight then. */
export function checkAhead(form: HTMLFormElement, action: RequestTable): void {
  if (begunIn(form)) return;
  const check = checkNow(form, action);
  ahead.set(form, { check, at: performance.now() });
  void check.then((result) => {
    if ('failure' in result && ahead.get(form)?.check === check) ahead.delete(form);
  });
}

/** The check of a form for one request: the one that was begun ahead, or a new one. Never rejects. */
export function takeCheck(form: HTMLFormElement, action: RequestTable): Promise<Check> {
  const begun = begunIn(form);
  ahead.delete(form);
  return begun ?? checkNow(form, action);
}

/** Where a form asks its visitor to do something. */
const ASKING = 'data-asking';

/** Brings the visitor to what the check of a form asks them to do. Returns whether it asks anything. */
export function goToCheck(form: HTMLFormElement): boolean {
  const place = form.querySelector<HTMLElement>(`[${ASKING}]`);
  place?.scrollIntoView({ block: 'nearest' });
  place?.focus({ preventScroll: true });
  return place !== null;
}

interface Place {
  widget: HTMLElement;
  /** Says that the widget wants something of the visitor. */
  ask(): void;
  remove(): void;
}

/** Where Cloudflare's widget goes, above the buttons. React knows nothing of it. */
function makePlace(form: HTMLFormElement): Place {
  const element = document.createElement('div');
  element.tabIndex = -1;
  const status = document.createElement('p');
  status.className = 'hint';
  status.role = 'status';
  const widget = document.createElement('div');
  element.append(status, widget);
  form.querySelector('.buttons')?.before(element);
  return {
    widget,
    ask() {
      element.setAttribute(ASKING, '');
      status.textContent = copy.asked;
      element.scrollIntoView({ block: 'nearest' });
    },
    remove: () => element.remove(),
  };
}

async function checkNow(form: HTMLFormElement, action: RequestTable): Promise<Check> {
  const place = makePlace(form);
  try {
    return await runWidget(await loadTurnstile(), place, action, form.clientWidth);
  } catch (error) {
    console.error('The check of the form could not be made:', error);
    return { failure: 'unverifiable' };
  } finally {
    place.remove();
  }
}

function runWidget(turnstile: TurnstileApi, place: Place, action: RequestTable, width: number): Promise<Check> {
  return new Promise((done) => {
    const end = (check: Check) => {
      clearTimeout(timer);
      if (id) turnstile.remove(id);
      done(check);
    };
    const fail = (failure: CheckFailure, why: string) => {
      console.error('The check of the form failed:', why);
      end({ failure });
    };
    const timer = setTimeout(() => fail('unverifiable', 'no answer'), CHECK_WITHIN_MS);
    const id = turnstile.render(place.widget, {
      sitekey: import.meta.env.PUBLIC_TURNSTILE_SITE_KEY,
      action,
      appearance: 'interaction-only',
      // The visitor tries again by sending again.
      retry: 'never',
      'refresh-expired': 'never',
      'refresh-timeout': 'never',
      'response-field': false,
      size: width < NARROW_PX ? 'compact' : 'flexible',
      theme: (document.documentElement.dataset['theme'] as Turnstile.Theme | undefined) ?? 'auto',
      callback: (token) => end({ token }),
      // Those that begin otherwise are about the network, the browser or our own settings.
      'error-callback': (code) => fail(/^[36]/.test(code) ? 'unverified' : 'unverifiable', code),
      'timeout-callback': () => fail('unverified', 'out of time'),
      'unsupported-callback': () => fail('unverifiable', 'unsupported browser'),
      'before-interactive-callback': () => {
        // From here on, Cloudflare looks at the clock.
        clearTimeout(timer);
        place.ask();
      },
    });
    if (!id) fail('unverifiable', 'no widget');
  });
}
