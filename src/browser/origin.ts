import type { Origin } from '../backend/request.ts';

type Remembered = Omit<Origin, 'page'>;
const KEY = 'origin';
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const NOTHING: Remembered = {
  referrer_host: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** As the database limits it, in code points. What an address holds is well-formed; U+0000 cannot be stored. */
const cut = (text: string, limit: number) => Array.from(text.replaceAll('\0', '')).slice(0, limit).join('');

function read(): Remembered {
  try {
    return { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Remembered>) };
  } catch {
    return NOTHING;
  }
}

/** Remembers for this tab which site and campaign led here. A link with campaign parameters replaces what was known. */
export function rememberOrigin(): void {
  const parameters = new URLSearchParams(location.search);
  const referrer = URL.canParse(document.referrer) ? new URL(document.referrer).host : '';
  const fromElsewhere = referrer !== '' && referrer !== location.host;
  if (!fromElsewhere && !UTM.some((name) => parameters.has(name))) return;
  const origin = { ...NOTHING, referrer_host: fromElsewhere ? cut(referrer, 253) : read().referrer_host };
  for (const name of UTM) origin[name] = cut(parameters.get(name) ?? '', 150);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(origin));
  } catch {
    // Storage is switched off: the request is then stored without its origin.
  }
}

/** Where the visitor is and where they came from, for the row of a request. */
export const currentOrigin = (): Origin => ({ page: cut(location.pathname, 300), ...read() });
