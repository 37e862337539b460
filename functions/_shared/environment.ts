import { readEditSettings, type EditSettings } from './edit-settings.ts';
import { emailCopy } from './email-copy.generated.ts';
import { readMeetings, type MeetingSettings } from './meeting-settings.ts';
import type { MailSettings } from './mail.ts';
import type { TurnstileSettings } from './turnstile.ts';

/** The configuration that every function needs. */
export interface Environment {
  supabaseUrl: string;
  /** Grants access to every row; it never leaves the function. */
  secretKey: string;
  /** The keys that authorize the team's own programs. */
  secretKeys: string[];
  /** The keys that authorize a browser. */
  publishableKeys: string[];
  /** The secrets that authorize the voice provider; without one, no call report is accepted. */
  callReportSecrets: string[];
  /** Origins that may call from a browser; if empty, any may. */
  allowedOrigins: string[];
  /** Where the team reads its mail. */
  teamEmail: string;
  /** The site's public URL, for links in mails. Default: the one in content/site.yaml. */
  siteUrl: string;
  mail: MailSettings;
  turnstile: TurnstileSettings;
  /** Undefined: booked calls are by phone. */
  meetings: MeetingSettings | undefined;
  /** Undefined: editors sign in with tokens of their own. */
  editing: EditSettings | undefined;
}

type Get = (name: string) => string | undefined;

/** An empty variable counts as not set. */
const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

/** The values of Supabase's JSON key dictionaries, for example {"default":"sb_secret_…"}. */
function keysIn(dictionary: string | undefined): string[] {
  return dictionary ? Object.values(JSON.parse(dictionary) as Record<string, string>).filter(isSet) : [];
}

/**
 * Reads the environment. Hosted Supabase sets the SUPABASE_ variables itself; the others are the project's secrets.
 *
 * @throws Error naming every missing variable, or an invalid SITE_URL
 */
export function readEnvironment(get: Get): Environment {
  const listed = [...keysIn(get('SUPABASE_SECRET_KEYS')), ...[get('SUPABASE_SECRET_KEY')].filter(isSet)];
  // Supabase still sets the legacy key after somebody has retired it.
  const secretKeys = listed.length > 0 ? listed : [get('SUPABASE_SERVICE_ROLE_KEY')].filter(isSet);
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
    throw new Error(`Not set: ${missing.map(([name]) => name).join(', ')}. Set them as in docs/deploy.md, step 3.`);
  const siteUrl = get('SITE_URL') || emailCopy.siteUrl;
  if (!/^https?:\/\//.test(siteUrl) || !URL.canParse(siteUrl))
    throw new Error(
      `SITE_URL is "${siteUrl}" but must be a full address, such as https://example.com. Set it as in docs/deploy.md, step 3.`,
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
    siteUrl,
    mail: {
      from: needed.MAIL_FROM ?? '',
      resendKey: get('RESEND_API_KEY'),
      resendUrl: get('RESEND_API_URL'),
      smtpUrl: get('SMTP_URL'),
    },
    turnstile: { secretKey: get('TURNSTILE_SECRET_KEY'), verifyUrl: get('TURNSTILE_VERIFY_URL') },
    meetings: readMeetings(get, siteUrl),
    editing: readEditSettings(get, siteUrl),
  };
}
