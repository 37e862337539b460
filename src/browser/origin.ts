/** The key in sessionStorage that src/islands/form/current-origin.ts reads. */
const KEY = 'origin';

/** Remembers for this tab which site and campaign led here. A later link with campaign parameters overrides it. */
export function rememberOrigin(): void {
  const campaign = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_'));
  try {
    const { host } = new URL(document.referrer || location.href);
    const fromElsewhere = !['', location.host].includes(host);
    if (!fromElsewhere && campaign.length === 0) return;
    const known = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string> | null;
    const referrer = { referrer_host: fromElsewhere ? host : known?.['referrer_host'] };
    sessionStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(campaign), ...referrer }));
  } catch {
    // Storage is switched off: the request is then stored without its origin.
  }
}
