import { createHash } from 'node:crypto';
import { SESSION } from '../../../src/editing/protocol.ts';

const SCRIPT = `
const secret = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const response = await fetch(location.pathname, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ secret }),
});
const answer = await response.json();
if (response.ok) {
  sessionStorage.setItem('${SESSION}', JSON.stringify(answer.session));
  location.replace('/?edit');
} else document.querySelector('p').textContent = answer.message;
`;

const STYLE =
  ':root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif } p { max-width: 36rem; margin: 20vh auto; padding: 0 1.5rem }';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The page that the redirect file leads to: it exchanges the secret for a session of its tab, and continues to the site.
 * It contains no secret.
 */
export const OPEN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Edit the site</title>
<style>${STYLE}</style>
<p role="alert"></p>
<script type="module">${SCRIPT}</script>
</html>
`;

/** Its headers: it runs its own script and style, and no other. */
export const OPEN_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
};
