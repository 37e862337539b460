import { PUBLIC_CODE_HOST, PUBLIC_EDIT_APP } from 'astro:env/client';
import site from 'copy:repository';

/** Whether a stand-in for GitHub on this machine is used. */
export const isStandIn = Boolean(PUBLIC_CODE_HOST);

/** Where the words are. */
export const CODE_HOST = {
  api: PUBLIC_CODE_HOST || 'https://api.github.com',
  repository: isStandIn ? 'local/site' : (site.repository ?? ''),
};

/** Whether editors can sign in with the GitHub App, not just with a token. */
export const hasApp = Boolean(PUBLIC_EDIT_APP);

/** GitHub's page that makes a token. */
export const TOKEN_PAGE = 'https://github.com/settings/personal-access-tokens/new';

/** Where a page of the site can be seen: on this origin, unless the editor has one of its own. */
export function addressOf(page: string): string {
  const isApart = !/^\/edit(?:\/|\.html)?$/.test(location.pathname);
  return new URL(page, isApart ? site.url : location.origin).href;
}
