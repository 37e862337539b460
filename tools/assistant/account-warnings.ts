import type { Account, Org, RemoteAssistant, Token } from './account.ts';
import { ApiError } from './api-error.ts';
import type { Settings } from './settings.ts';

/** A problem of the account that content can't fix. An error must be fixed at once. */
export interface Warning {
  level: 'error' | 'warning';
  text: string;
}

/** What the account is checked against. */
export interface Checked {
  settings: Settings;
  /** Where the site is published, for example `https://example.com`. */
  origin: string;
  remote: RemoteAssistant | undefined;
  /** Seconds of silence after which the agent hangs up. */
  hangUpAfterSeconds: number;
}

const KEYS = "Vapi's dashboard, API Keys";
const BILLING = "Vapi's dashboard, Billing";

/** The end of a key is enough to identify it. */
const masked = (key: string) => (key.length >= 12 ? `…${key.slice(-4)}` : '…');

const warning = (text: string): Warning => ({ level: 'warning', text });

/** Resolves with undefined if the API refuses the list: a check that can't run must not prevent a push. */
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
        text: `PUBLIC_VAPI_KEY (${masked(key)}) IS A PRIVATE KEY: IT IS IN EVERY PAGE OF A SITE BUILT WITH IT, AND GIVES ACCESS TO THE WHOLE ACCOUNT. Delete that key (${KEYS}), put a public one into .env, build and publish the site again.`,
      },
    ];
  const warnings: Warning[] = [];
  if (enabled === false) warnings.push(warning(`${name} is switched off, so no call can start. Turn it on (${KEYS}).`));

  const origins = allowedOrigins ?? [];
  const others = origins.filter((entry) => entry.replace(/\/$/, '') !== origin);
  if (origins.length === 0)
    warnings.push(
      warning(
        `${name} works on every site: anybody can call and chat at your cost, and keep a chat open for 30 days. Allow only the origin ${origin} (${KEYS}).`,
      ),
    );
  else {
    if (others.length === origins.length)
      warnings.push(warning(`${name} does not work on ${origin}, where the site is published. Allow it (${KEYS}).`));
    if (others.length > 0)
      warnings.push(warning(`${name} also works on ${others.join(', ')}. Remove what is not yours (${KEYS}).`));
  }

  const ids = allowedAssistantIds ?? [];
  const strangers = ids.filter((id) => id !== assistantId);
  if (ids.length === 0) {
    warnings.push(warning(`${name} starts calls with any assistant of the account. Allow only this one (${KEYS}).`));
    if (allowTransientAssistant !== false)
      warnings.push(
        warning(
          `${name} starts calls with assistants that anyone can define, at your cost. Forbid transient ones (${KEYS}).`,
        ),
      );
  } else {
    if (assistantId !== undefined && strangers.length === ids.length)
      warnings.push(warning(`${name} cannot start calls with ${assistantId}. Allow this assistant (${KEYS}).`));
    if (strangers.length > 0)
      warnings.push(warning(`${name} also starts calls with ${strangers.join(', ')}. Remove them (${KEYS}).`));
  }
  return warnings;
}

function keyWarnings(tokens: readonly Token[] | undefined, checked: Checked): Warning[] {
  const { publicKey } = checked.settings;
  if (publicKey === undefined)
    return [warning('PUBLIC_VAPI_KEY is not set: the site has no calls. Put the public key into .env.')];
  if (tokens === undefined)
    return [
      warning(
        `Could not check the restrictions of the public key. It should allow only ${checked.origin} and this assistant (${KEYS}).`,
      ),
    ];
  const token = tokens.find(({ value }) => value === publicKey);
  if (token) return publicKeyWarnings(publicKey, token, checked);
  return [
    warning(
      `PUBLIC_VAPI_KEY (${masked(publicKey)}) was not found among the keys of this account: it was deleted or belongs to another organization. It should allow only ${checked.origin} and this assistant (${KEYS}).`,
    ),
  ];
}

function costWarnings(orgs: readonly Org[] | undefined, tokens: readonly Token[] | undefined, checked: Checked) {
  const { remote, settings, hangUpAfterSeconds } = checked;
  const warnings: Warning[] = [];
  if (remote && typeof remote['maxDurationSeconds'] !== 'number')
    warnings.push(
      warning(
        "The assistant does not limit the length of a call, so Vapi's default applies: 10 minutes according to its documentation, which may change. `push` sets the limit in content.",
      ),
    );
  const silence = remote?.['silenceTimeoutSeconds'];
  if (typeof silence === 'number' && silence <= hangUpAfterSeconds)
    warnings.push(
      warning(
        `The assistant hangs up after ${silence} seconds of silence because of an old setting (silenceTimeoutSeconds), earlier than content says (${hangUpAfterSeconds}). Clear it in Vapi's dashboard.`,
      ),
    );
  const orgId = remote?.orgId ?? tokens?.find(({ value }) => value === settings.privateKey)?.orgId;
  const org = orgs?.find(({ id }) => id === orgId) ?? (orgs?.length === 1 ? orgs[0] : undefined);
  if (!org) warnings.push(warning(`Could not check whether spending is limited. See ${BILLING}.`));
  else if (typeof org.billingLimit !== 'number')
    warnings.push(
      warning(
        `The organization${org.name ? ` ${org.name}` : ''} has no limit on monthly spending. Set one (${BILLING}).`,
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
      "VAPI_REPORT_CREDENTIAL_ID is not set: call reports arrive without their secret and are refused. In Vapi's dashboard (Integrations, Custom Credentials), create a Bearer Token that holds CALL_REPORT_SECRET, and put its id into .env.",
    ),
  ];
}

/** The risks of the account's keys, costs and reports. The texts contain only the end of a key. */
export async function accountWarnings(account: Account, checked: Checked): Promise<Warning[]> {
  const [tokens, orgs] = await Promise.all([ifShown(account.listTokens()), ifShown(account.listOrgs())]);
  return [...keyWarnings(tokens, checked), ...costWarnings(orgs, tokens, checked), ...reportWarnings(checked.settings)];
}
