import type { Origin } from '../../backend/request.ts';

/** The fields that src/browser/origin.ts stores, and the maximum code points that the database accepts. */
const LIMITS = {
  referrer_host: 253,
  utm_source: 150,
  utm_medium: 150,
  utm_campaign: 150,
  utm_term: 150,
  utm_content: 150,
} satisfies Record<keyof Omit<Origin, 'page'>, number>;

/** Truncates a text for the database. A URL's text is well-formed; U+0000 cannot be stored. */
const cut = (text: unknown, limit: number) =>
  typeof text === 'string' ? Array.from(text.replaceAll('\0', '')).slice(0, limit).join('') : '';

function remembered(): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem('origin') ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The visitor's current page and where they came from, for the row of a request. */
export function currentOrigin(): Origin {
  const known = remembered();
  const origin = Object.entries(LIMITS).map(([name, limit]) => [name, cut(known[name], limit)]);
  return { page: cut(location.pathname, 300), ...(Object.fromEntries(origin) as Record<keyof typeof LIMITS, string>) };
}
