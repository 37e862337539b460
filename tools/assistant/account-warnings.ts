import type { Account, Org, RemoteAssistant, Token } from './account.ts';
import { ApiError } from './api-error.ts';
import type { Settings } from './settings.ts';

/** Something about the account that content can't mend. An error has to be mended at once. */
export interface Warning {
  level: 'error' | 'warning';
  text: string;
}

/** What the account is checked against. */
export interface Checked {
  settings: Settings;
  /** Where the site is published: `https://example.com` */
  origin: string;
  remote: RemoteAssistant | undefined;
  /** Seconds after which a silent caller is hung up on. */
  hangUpAfterSeconds: number;
}

const KEYS = "Vapi's dashboard, API Keys";
const BILLING = "Vapi's dashboard, Billing";

/** The end of a key is enough to tell it from others. */
const masked = (key: string) => (key.length >= 12 ? `…${key.slice(-4)}` : '…');

const warning = (text: string): Warning => ({ level: 'warning', text });

/** What a list reads, or undefined where the API does not show it: a check that can't be made keeps nobody from pushing. */
async function ifShown<T>(list: Promise<T>): Promise<T | undefined> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function publicKeyWarnings(key: string, token: Token, { origin, settings: { assistantId } }: Checked): Warning[] {
  const name = `The public key (PUBLIC_VAPI_KEY, ${masked(key)})`;
  const { enabled, allowedOrigins, allowedAssistantIds, allowTransientAssistant } = token.restrictions ?? {};
  if (token.tag === 'private')
    return [
      {
        level: 'error',
        text: `PUBLIC_VAPI_KEY (${masked(key)}) IS A PRIVATE KEY: IT STANDS IN EVERY PAGE OF A SITE THAT IS BUILT WITH IT, AND OPENS THE WHOLE ACCOUNT. Delete that key (${KEYS}), put a public one into .env, build and publish the site again.`,
      },
    ];
  const warnings: Warning[] = [];
  if (enabled === false) warnings.push(warning(`${name} is switched off: no call can start. Switch it on (${KEYS}).`));

  const origins = allowedOrigins ?? [];
  const others = origins.filter((entry) => entry.replace(/\/$/, '') !== origin);
  if (origins.length === 0)
    warnings.push(warning(`${name} works on every site. Allow the origin ${origin} alone (${KEYS}).`));
  else {
    if (others.length === origins.length)
      warnings.push(warning(`${name} does not work on ${origin}, where the site is published. Allow it (${KEYS}).`));
    if (others.length > 0)
      warnings.push(warning(`${name} also works on ${others.join(', ')}. Remove what is not yours (${KEYS}).`));
  }

  const ids = allowedAssistantIds ?? [];
  const strangers = ids.filter((id) => id !== assistantId);
  if (ids.length === 0) {
    warnings.push(warning(`${name} starts calls with any assistant of the account. Allow this one alone (${KEYS}).`));
    if (allowTransientAssistant !== false)
      warnings.push(
        warning(
          `${name} starts calls with assistants that others make up, at your cost. Forbid transient ones (${KEYS}).`,
        ),
      );
  } else {
    if (assistantId !== undefined && strangers.length === ids.length)
      warnings.push(warning(`${name} may not start calls with ${assistantId}. Allow this assistant (${KEYS}).`));
    if (strangers.length > 0)
      warnings.push(warning(`${name} also starts calls with ${strangers.join(', ')}. Remove them (${KEYS}).`));
  }
  return warnings;
}

function keyWarnings(tokens: readonly Token[] | undefined, checked: Checked): Warning[] {
  const { publicKey } = checked.settings;
  if (publicKey === undefined)
    return [warning('PUBLIC_VAPI_KEY is not set: the site has no call. Put the public key into .env.')];
  if (tokens === undefined)
    return [
      warning(
        `Whether the public key is restricted could not be checked. Look there (${KEYS}): it has to allow ${checked.origin} and this assistant alone.`,
      ),
    ];
  const token = tokens.find(({ value }) => value === publicKey);
  if (token) return publicKeyWarnings(publicKey, token, checked);
  return [
    warning(
      `PUBLIC_VAPI_KEY (${masked(publicKey)}) was not found among the keys of this account: it was deleted, or is of another organization. Look there (${KEYS}); it has to allow ${checked.origin} and this assistant alone.`,
    ),
  ];
}

function costWarnings(orgs: readonly Org[] | undefined, tokens: readonly Token[] | undefined, checked: Checked) {
  const { remote, settings, hangUpAfterSeconds } = checked;
  const warnings: Warning[] = [];
  if (remote && typeof remote['maxDurationSeconds'] !== 'number')
    warnings.push(
      warning(
        "The assistant has no limit of its own to the length of a call: Vapi's default applies, 10 minutes by its documentation, which may change. `push` sets the one of content.",
      ),
    );
  const silence = remote?.['silenceTimeoutSeconds'];
  if (typeof silence === 'number' && silence <= hangUpAfterSeconds)
    warnings.push(
      warning(
        `The assistant hangs up after ${silence} seconds of silence by an old setting (silenceTimeoutSeconds), before content would (${hangUpAfterSeconds}). Clear it in Vapi's dashboard.`,
      ),
    );
  const orgId = remote?.orgId ?? tokens?.find(({ value }) => value === settings.privateKey)?.orgId;
  const org = orgs?.find(({ id }) => id === orgId) ?? (orgs?.length === 1 ? orgs[0] : undefined);
  if (!org) warnings.push(warning(`Whether spending has a limit could not be checked. Look there (${BILLING}).`));
  else if (typeof org.billingLimit !== 'number')
    warnings.push(
      warning(
        `The organization${org.name ? ` ${org.name}` : ''} has no limit to what it spends in a month. Set one (${BILLING}).`,
      ),
    );
  return warnings;
}

function reportWarnings({ reportUrl, reportCredentialId }: Settings): Warning[] {
  if (reportUrl === undefined)
    return [
      warning(
        'PUBLIC_SUPABASE_URL is not set: the assistant does not report its calls, and nobody gets a summary. Set it in .env.',
      ),
    ];
  if (reportCredentialId !== undefined) return [];
  return [
    warning(
      "VAPI_REPORT_CREDENTIAL_ID is not set: the reports of calls come without their secret and are refused. In Vapi's dashboard (Integrations, Custom Credentials) make a Bearer Token that holds CALL_REPORT_SECRET, and put its id into .env.",
    ),
  ];
}

/** What is risky about the account's keys, costs and reports. Never holds more of a key than its end. */
export async function accountWarnings(account: Account, checked: Checked): Promise<Warning[]> {
  const [tokens, orgs] = await Promise.all([ifShown(account.listTokens()), ifShown(account.listOrgs())]);
  return [...keyWarnings(tokens, checked), ...costWarnings(orgs, tokens, checked), ...reportWarnings(checked.settings)];
}
