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

/**
 * The page that the redirect file leads to: it exchanges the secret for a session of its tab, and continues to the site.
 * It contains no secret.
 */
export const OPEN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Edit the site</title>
<p role="alert"></p>
<script type="module">${SCRIPT}</script>
</html>
`;

/** Its headers: it runs its own script, and no other. */
export const OPEN_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
};
