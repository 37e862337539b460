import copy from 'copy:verification';
import type { RequestTable } from '../backend/verified-request.ts';
import { loadTurnstile, type TurnstileApi } from './load-turnstile.ts';

/** Why there is no token. `unverified`: the visitor did not pass the check. `unverifiable`: the check could not run. */
export type CheckFailure = 'unverified' | 'unverifiable';

/** The result of a check. */
export type Check = { token: string } | { failure: CheckFailure };

/** The most time for a check without interaction (milliseconds). */
const CHECK_WITHIN_MS = 30_000;
/** A token is valid for five minutes; this leaves time to send it (milliseconds). */
const TOKEN_LIFE_MS = 240_000;
/** Forms narrower than this have no room for the normal widget (CSS pixels). */
const NARROW_PX = 300;

/** Checks started ahead of time, and when. */
const ahead = new WeakMap<HTMLFormElement, { check: Promise<Check>; at: number }>();

const begunIn = (form: HTMLFormElement) => {
  const begun = ahead.get(form);
  return begun && performance.now() - begun.at < TOKEN_LIFE_MS ? begun.check : undefined;
};

/** Starts the check before the form is sent, for a form that is out of sight by then. */
export function checkAhead(form: HTMLFormElement, action: RequestTable): void {
  if (begunIn(form)) return;
  const check = checkNow(form, action);
  ahead.set(form, { check, at: performance.now() });
  void check.then((result) => {
    if ('failure' in result && ahead.get(form)?.check === check) ahead.delete(form);
  });
}

/** The check for one request: the one started ahead of time, or a new one. Never rejects. */
export function takeCheck(form: HTMLFormElement, action: RequestTable): Promise<Check> {
  const begun = begunIn(form);
  ahead.delete(form);
  return begun ?? checkNow(form, action);
}

/** Marks the place where the check asks the visitor to do something. */
const ASKING = 'data-asking';

/** At once: the widget grows meanwhile, and what moves the page ends an animated scroll before it arrives. */
const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });

/** Scrolls and focuses to what the check asks of the visitor. Returns whether it asks for anything. */
export function goToCheck(form: HTMLFormElement): boolean {
  const place = form.querySelector<HTMLElement>(`[${ASKING}]`);
  bringIntoView(place);
  place?.focus({ preventScroll: true });
  return place !== null;
}

interface WidgetSlot {
  widget: HTMLElement;
  /** Shows that the widget needs the visitor to act. */
  ask(): void;
  remove(): void;
}

/** Creates the place for Cloudflare's widget, above the buttons. React does not manage it. */
function createWidgetSlot(form: HTMLFormElement): WidgetSlot {
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
      bringIntoView(element);
    },
    remove: () => element.remove(),
  };
}

async function checkNow(form: HTMLFormElement, action: RequestTable): Promise<Check> {
  const place = createWidgetSlot(form);
  try {
    return await runWidget(await loadTurnstile(), place, action, form.clientWidth);
  } catch (error) {
    console.error('The check of the form could not be made:', error);
    return { failure: 'unverifiable' };
  } finally {
    place.remove();
  }
}

function runWidget(turnstile: TurnstileApi, place: WidgetSlot, action: RequestTable, width: number): Promise<Check> {
  return new Promise((done) => {
    let id: string | null | undefined;
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
    // It may answer before it returns.
    id = turnstile.render(place.widget, {
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
      // Other codes are about the network, the browser or our own settings.
      'error-callback': (code) => fail(/^[36]/.test(code) ? 'unverified' : 'unverifiable', code),
      'timeout-callback': () => fail('unverified', 'out of time'),
      'unsupported-callback': () => fail('unverifiable', 'unsupported browser'),
      'before-interactive-callback': () => {
        // From here on, Cloudflare enforces a timeout.
        clearTimeout(timer);
        place.ask();
      },
    });
    if (!id) fail('unverifiable', 'no widget');
  });
}
