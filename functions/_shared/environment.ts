import { emailCopy } from './email-copy.generated.ts';
import type { MailSettings } from './mail.ts';
import type { TurnstileSettings } from './turnstile.ts';

/** What every function needs to know of where it runs. */
export interface Environment {
  supabaseUrl: string;
  /** Opens every row: never leaves the function. */
  secretKey: string;
  /** Every key with which the team's own programs may call. */
  secretKeys: string[];
  /** The keys with which a browser may call. */
  publishableKeys: string[];
  /** What the voice provider proves itself with; without one, no report of a call is taken. */
  callReportSecrets: string[];
  /** Sites that may call from a browser; none named: any. */
  allowedOrigins: string[];
  /** Where the team reads its mail. */
  teamEmail: string;
  /** Where the site is published, for links in mails; without it, where content/site.yaml says. */
  siteUrl: string;
  mail: MailSettings;
  turnstile: TurnstileSettings;
}

type Get = (name: string) => string | undefined;

/** A variable that is set to nothing is not set. */
const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

/** The values of Supabase's JSON dictionaries of keys, for example {"default":"sb_secret_…"}. */
function keysIn(dictionary: string | undefined): string[] {
  return dictionary ? Object.values(JSON.parse(dictionary) as Record<string, string>).filter(isSet) : [];
}

/**
 * Reads the environment. Hosted Supabase sets the SUPABASE_ variables itself; the others are the project's secrets.
 *
 * @throws Error naming every variable that is missing
 */
export function readEnvironment(get: Get): Environment {
  const secretKeys = [
    ...keysIn(get('SUPABASE_SECRET_KEYS')),
    ...[get('SUPABASE_SECRET_KEY'), get('SUPABASE_SERVICE_ROLE_KEY')].filter(isSet),
  ];
  const publishableKeys = [
    ...keysIn(get('SUPABASE_PUBLISHABLE_KEYS')),
    ...[get('SUPABASE_PUBLISHABLE_KEY'), get('SUPABASE_ANON_KEY')].filter(isSet),
  ];
  const needed = {
    SUPABASE_URL: get('SUPABASE_URL'),
    SUPABASE_SECRET_KEYS: secretKeys[0],
    TEAM_EMAIL: get('TEAM_EMAIL'),
    MAIL_FROM: get('MAIL_FROM'),
  };
  const missing = Object.entries(needed).filter(([, value]) => !value);
  if (missing.length > 0)
    throw new Error(
      `Not set: ${missing.map(([name]) => name).join(', ')}. Set them with: npm run supabase -- secrets set NAME=value`,
    );
  return {
    supabaseUrl: needed.SUPABASE_URL ?? '',
    secretKey: needed.SUPABASE_SECRET_KEYS ?? '',
    secretKeys,
    publishableKeys,
    callReportSecrets: [get('CALL_REPORT_SECRET')].filter(isSet),
    allowedOrigins: (get('ALLOWED_ORIGINS') ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    teamEmail: needed.TEAM_EMAIL ?? '',
    siteUrl: get('SITE_URL') ?? emailCopy.siteUrl,
    mail: {
      from: needed.MAIL_FROM ?? '',
      resendKey: get('RESEND_API_KEY'),
      resendUrl: get('RESEND_API_URL'),
      smtpUrl: get('SMTP_URL'),
    },
    turnstile: { secretKey: get('TURNSTILE_SECRET_KEY'), verifyUrl: get('TURNSTILE_VERIFY_URL') },
  };
}
