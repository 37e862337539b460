import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import type { Room } from '../rooms.ts';
import { SPECULATION_RULES } from '../speculation-rules.ts';
import { webSocketOrigin } from './backend-origin.ts';
import type { MeetingOrigins } from './meeting-origins.ts';

const META = 'meta[http-equiv=content-security-policy]';
/** The hashes of the whole site in a directive. */
const HASHES = /(?: 'sha(?:256|384|512)-[\w+/=-]+')+/g;
/** Script types that browsers execute or act on; others, such as JSON-LD, are data. */
const EXECUTED = ['', 'module', 'text/javascript', 'importmap', 'speculationrules'];

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const hashesOf = (texts: readonly string[]) => [...new Set(texts)].map((text) => ` ${hash(text)}`).join('');

/** What rooms connect to. */
export interface RoomOrigins {
  /** The origin of the backend, or an empty list. */
  backend: readonly string[];
  meetings: Readonly<MeetingOrigins>;
  /** Of the code host, and of what signs in there; an empty list if the editor is off. */
  codeHost: readonly string[];
}

/** Browsers make no markup or code of a text. */
const NO_CODE_FROM_TEXT = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/**
 * The policy of a room: nothing but its own application, and no text becomes code. It has nothing of the other pages,
 * such as the origins of calls.
 */
export function roomCsp({ connections, images }: Room, { backend, meetings, codeHost }: RoomOrigins): string {
  const origins = connections.flatMap((connection) => {
    if (connection === 'backend') return backend.flatMap((origin) => [origin, webSocketOrigin(origin)]);
    if (connection === 'code-host') return codeHost;
    return connection === 'meetings' ? meetings.connect : [connection];
  });
  const isMeeting = connections.includes('meetings') && meetings.scripts.length > 0;
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...(isMeeting ? meetings.scripts : [])].join(' '),
    "style-src 'self'",
    ['img-src', "'self'", ...images].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    // Daily's call machine is loaded by its address, and what it does inside is not known to us.
    ...(isMeeting ? meetings.directives : NO_CODE_FROM_TEXT),
  ].join(';');
}

/**
 * Narrows the CSP of a page to the inline scripts and styles that it contains. A script that is neither of Astro nor ours
 * is not allowed, whatever has put it there.
 *
 * @param html a page with Astro's CSP, which lists the hashes of the whole site on every page: 2 KB that don't compress
 * @param rendered the page before anything rewrote it: a script that only came up since is not allowed
 * @param instead the policy to narrow, if it is not Astro's
 */
export function ownCsp(html: string, rendered: string, instead?: string): string {
  const page = parse(html, { comment: true });
  const policy = page.querySelector(META)?.getAttribute('content');
  if (policy === undefined) return html;
  const scripts = parse(rendered, { comment: true })
    .querySelectorAll('script:not([src])')
    .filter((script) => EXECUTED.includes(script.getAttribute('type') ?? ''))
    .map(({ rawText }) => rawText)
    .filter((text) => text === SPECULATION_RULES || policy.includes(hash(text)));
  const styles = page.querySelectorAll('style').map(({ rawText }) => rawText);
  const directives = (instead ?? policy)
    .replace(HASHES, '')
    .split(';')
    .map((directive) => directive.trim())
    .map((directive) => {
      if (directive.startsWith('script-src ')) return directive + hashesOf(scripts);
      return directive.startsWith('style-src ') ? directive + hashesOf(styles) : directive;
    });
  return html.replace(policy, () => directives.filter(Boolean).join(';'));
}
