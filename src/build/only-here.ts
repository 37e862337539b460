import { isOwn } from '../lib/own-names.ts';

/** Cloudflare's public keys for tests, which check nothing: https://developers.cloudflare.com/turnstile/troubleshooting/testing */
const TEST_KEY = /^[123]x0{20}[A-F]{2}$/;

/**
 * The settings of a build that are right on this machine only. One sentence each: what is wrong, and what to do.
 *
 * @param env PUBLIC_SUPABASE_URL, PUBLIC_TURNSTILE_SITE_KEY, PUBLIC_MEETINGS, PUBLIC_CODE_HOST
 */
export function onlyHere(env: Readonly<Record<string, string | undefined>>): string[] {
  const { PUBLIC_SUPABASE_URL: url = '', PUBLIC_TURNSTILE_SITE_KEY: key = '', PUBLIC_MEETINGS: meetings = '' } = env;
  const { PUBLIC_CODE_HOST: codeHost = '' } = env;
  return [
    ...(URL.canParse(url) && isOwn(new URL(url).hostname)
      ? [
          `PUBLIC_SUPABASE_URL is ${url}: forms would be sent to a server on each visitor's machine. ` +
            'Write the address of your Supabase project; `npm start` needs none.',
        ]
      : []),
    ...(TEST_KEY.test(key)
      ? [
          `PUBLIC_TURNSTILE_SITE_KEY is ${key}, one of Cloudflare's keys for tests: no form would be protected. ` +
            'Write the site key of your own widget, or remove it.',
        ]
      : []),
    ...(meetings.startsWith('http:')
      ? [
          `PUBLIC_MEETINGS is ${meetings}: video calls would go to a server on each visitor's machine. ` +
            'Write daily, or remove it; `npm start` sets it for itself.',
        ]
      : []),
    ...(codeHost
      ? [
          `PUBLIC_CODE_HOST is ${codeHost}: /edit would look for the words on each editor's machine. ` +
            'Remove it and name the repository in content/site.yaml; `npm start` sets it for itself.',
        ]
      : []),
  ];
}
