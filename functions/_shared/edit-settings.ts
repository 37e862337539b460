/** How editors sign in with a GitHub App at the code host. */
export interface EditSettings {
  /** The App's client id. */
  appId: string;
  /** The App's client secret. It never leaves the function. */
  appSecret: string;
  /** The origin of the code host's pages. */
  host: string;
  /** The page of the editor: the only one that gets a token, and to which the code host returns. */
  page: string;
}

const GITHUB = 'https://github.com';

const isOrigin = (address: string) => URL.canParse(address) && new URL(address).origin === address;
/** Over http, anybody on the way could read the secret. */
const isSafe = (address: string) => isOrigin(address) && /^https:|^http:\/\/(?:localhost|127\.0\.0\.1):/.test(address);

/**
 * Reads EDIT_APP_ID, EDIT_APP_SECRET, CODE_HOST_URL and EDIT_ORIGIN. Without the first two, nobody signs in with an App.
 *
 * @throws Error that says what is wrong, if only one of both is set, or an address is not what it must be
 */
export function readEditSettings(get: (name: string) => string | undefined, siteUrl: string): EditSettings | undefined {
  const appId = get('EDIT_APP_ID') || undefined;
  const appSecret = get('EDIT_APP_SECRET') || undefined;
  if (appId === undefined && appSecret === undefined) return undefined;
  if (appId === undefined || appSecret === undefined)
    throw new Error('Set both EDIT_APP_ID and EDIT_APP_SECRET, or neither (docs/deploy.md, step 9).');
  const host = get('CODE_HOST_URL') || GITHUB;
  if (!isSafe(host)) throw new Error(`CODE_HOST_URL is "${host}" but must be an origin, such as ${GITHUB}.`);
  const origin = get('EDIT_ORIGIN') || undefined;
  if (origin !== undefined && !isOrigin(origin))
    throw new Error(`EDIT_ORIGIN is "${origin}" but must be an origin, such as https://edit.example.com.`);
  return {
    appId,
    appSecret,
    host,
    // On an origin of its own, the room is the first page (src/build/integrations/room-origins.ts).
    page: origin === undefined ? `${siteUrl.replace(/\/$/, '')}/edit` : `${origin}/`,
  };
}
