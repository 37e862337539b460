import { createHash, randomBytes } from 'node:crypto';
import { html, type Html } from '../html.ts';
import { readBytes } from '../read-bytes.ts';
import { isLogin, newToken, type Accounts } from './accounts.ts';
import { EDITOR_RIGHTS, type App } from './options.ts';
import { formOf, isOwnForm, missingPage, page } from './page.ts';

/** How long GitHub accepts a code, and a token of an App (milliseconds). */
const CODE_MS = 10 * 60 * 1000;
const TOKEN_MS = 8 * 60 * 60 * 1000;
const REFRESH_S = 15_897_600;
const LONGEST_BODY = 16 * 1024;

/** Whom an App acts for, until its code is exchanged. */
interface Granted {
  login: string;
  redirect: string;
  challenge: string;
  expires: number;
}

const ERRORS = {
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  redirect_uri_mismatch: 'The redirect_uri MUST match the registered callback URL for this application.',
  bad_verification_code: 'The code passed is incorrect or expired.',
  unsupported_grant_type: 'The OAuth grant type specified is not supported by this server.',
};

/** The fields that an App sends along, and that are sent back with the person's answer. */
const SENT = ['client_id', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method'] as const;

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * GitHub's web flow for Apps: a page that asks a person, and the exchange of its code for a token. The exchange answers
 * no page of another origin, because GitHub sends no CORS headers there.
 *
 * @param now the time in milliseconds
 */
export function openSignIn(app: App | undefined, accounts: Accounts, now: () => number) {
  const codes = new Map<string, Granted>();

  /** Why a page can't ask for this; undefined if it can. */
  function problemOf(asked: URLSearchParams): Response | undefined {
    if (!app || asked.get('client_id') !== app.id) return missingPage();
    const refuse = (sentence: string) => page('This link does not work', html`<p>${sentence}</p>`, 400);
    if (!app.callbacks.includes(asked.get('redirect_uri') ?? app.callbacks[0] ?? ''))
      return refuse('The redirect_uri is not associated with this application.');
    // Stricter than GitHub: without a challenge, any verifier would do, for whoever sees the code.
    if (asked.get('code_challenge_method') !== 'S256') return refuse('The code_challenge_method must be S256.');
    if (!/^[\w-]{43}$/.test(asked.get('code_challenge') ?? '')) return refuse('The code_challenge is not one of S256.');
    return undefined;
  }

  function ask(asked: URLSearchParams): Response {
    const hidden: Html[] = SENT.flatMap((name) => {
      const value = asked.get(name);
      return value === null ? [] : html`<input type="hidden" name="${name}" value="${value}" />`;
    });
    return page(
      'Allow the editor to act for you?',
      html`<p>It may then read and propose changes to the words of <b>local/site</b>.</p>
        <form method="post" action="/login/oauth/authorize">
          ${hidden}
          <p>
            <label>Your name: <input name="login" value="editor" autocomplete="username" required /></label>
          </p>
          <p><button name="answer" value="allow">Allow</button> <button name="answer" value="cancel">Cancel</button></p>
        </form>`,
    );
  }

  function sendBack(asked: URLSearchParams): Response {
    const redirect = asked.get('redirect_uri') ?? app?.callbacks[0] ?? '';
    const login = asked.get('login') ?? '';
    const target = new URL(redirect);
    if (asked.get('answer') === 'allow') {
      if (!isLogin(login))
        return page(
          'This is not a name',
          html`<p>A name has letters, digits and single hyphens only. Go back and try another one.</p>`,
          422,
        );
      const code = randomBytes(10).toString('hex');
      codes.set(code, { login, redirect, challenge: asked.get('code_challenge') ?? '', expires: now() + CODE_MS });
      target.searchParams.set('code', code);
    } else {
      target.searchParams.set('error', 'access_denied');
      target.searchParams.set('error_description', 'The user has denied your application access.');
    }
    const state = asked.get('state');
    if (state !== null) target.searchParams.set('state', state);
    return new Response(null, { status: 302, headers: { location: target.href, 'cache-control': 'no-store' } });
  }

  /** The token for a code, or the name of an error. */
  function exchange(given: URLSearchParams): keyof typeof ERRORS | Record<string, unknown> {
    if (!app || given.get('client_id') !== app.id || given.get('client_secret') !== app.secret)
      return 'incorrect_client_credentials';
    if ((given.get('grant_type') ?? 'authorization_code') !== 'authorization_code') return 'unsupported_grant_type';
    const code = given.get('code') ?? '';
    const granted = codes.get(code);
    // Only once, even for somebody who lacks the verifier.
    codes.delete(code);
    if (!granted || granted.expires <= now()) return 'bad_verification_code';
    if ((given.get('redirect_uri') ?? granted.redirect) !== granted.redirect) return 'redirect_uri_mismatch';
    if (challengeOf(given.get('code_verifier') ?? '') !== granted.challenge) return 'bad_verification_code';
    const token = accounts.add('app', {
      login: granted.login,
      rights: { ...EDITOR_RIGHTS, checks: 'read' },
      expires: now() + TOKEN_MS,
    });
    return {
      access_token: token,
      expires_in: TOKEN_MS / 1000,
      refresh_token: newToken('refresh'),
      refresh_token_expires_in: REFRESH_S,
      scope: '',
      token_type: 'bearer',
    };
  }

  async function answerExchange(request: Request, url: URL): Promise<Response> {
    const bytes = await readBytes(request, LONGEST_BODY);
    if (!bytes) return new Response('Too large', { status: 413 });
    const given = new URLSearchParams(url.search);
    for (const [name, value] of fieldsOf(bytes.toString(), request.headers.get('content-type') ?? ''))
      given.set(name, value);
    const result = exchange(given);
    const fields = typeof result === 'string' ? { error: result, error_description: ERRORS[result] } : result;
    const headers = { 'cache-control': 'no-store' };
    if (request.headers.get('accept')?.includes('application/json')) return Response.json(fields, { headers });
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
    return new Response(new URLSearchParams(texts).toString(), {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    });
  }

  return {
    /** Answers what is below /login/oauth/; undefined if there is nothing at this address. */
    async answer(request: Request, url: URL): Promise<Response | undefined> {
      switch (`${request.method} ${url.pathname}`) {
        case 'GET /login/oauth/authorize':
          return problemOf(url.searchParams) ?? ask(url.searchParams);
        case 'POST /login/oauth/authorize': {
          if (!isOwnForm(request)) return new Response('Send the form of this page.', { status: 403 });
          const asked = await formOf(request);
          return problemOf(asked) ?? sendBack(asked);
        }
        case 'POST /login/oauth/access_token':
          return answerExchange(request, url);
      }
      return undefined;
    },
  };
}

/** The fields of a body, which is JSON or a form. */
function fieldsOf(body: string, type: string): [string, string][] {
  if (!type.includes('json')) return [...new URLSearchParams(body)];
  try {
    return Object.entries(JSON.parse(body) as Record<string, unknown>).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}
