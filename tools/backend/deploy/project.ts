import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { DEPLOY, type Finding } from './finding.ts';

/** A deployed function, as the project lists it. */
export interface DeployedFunction {
  slug: string;
  verify_jwt?: boolean;
}

/** The names of the edge functions of this clone. */
export const functionNames = (): string[] =>
  readdirSync(join(projectFolder, 'functions')).filter((name) =>
    existsSync(join(projectFolder, 'functions', name, 'index.ts')),
  );

/** Finds functions that are missing from a project or deployed with the wrong settings. */
export function checkFunctions(wanted: readonly string[], deployed: readonly DeployedFunction[]): Finding[] {
  const bySlug = new Map(deployed.map((one) => [one.slug, one]));
  return wanted.flatMap((name): Finding[] => {
    const found = bySlug.get(name);
    if (!found) return [{ wrong: `The function ${name} is missing.`, fix: DEPLOY }];
    // The site's keys are not JWTs: the gateway would reject every visitor.
    return found.verify_jwt ? [{ wrong: `The function ${name} needs a JWT, which no visitor has.`, fix: DEPLOY }] : [];
  });
}

interface Wanted {
  /** One of them is enough. */
  names: readonly string[];
  wrong: string;
  example: string;
}

const WANTED: readonly Wanted[] = [
  { names: ['TEAM_EMAIL'], wrong: 'nobody is told about requests', example: 'TEAM_EMAIL=…' },
  { names: ['MAIL_FROM'], wrong: 'mails have no sender', example: "MAIL_FROM='Company <…>'" },
  { names: ['RESEND_API_KEY', 'SMTP_URL'], wrong: 'no mail can be sent', example: 'RESEND_API_KEY=re_…' },
  { names: ['CALL_REPORT_SECRET'], wrong: 'call reports are refused', example: 'CALL_REPORT_SECRET=…' },
  { names: ['SITE_URL'], wrong: 'links in mails use the address in content/site.yaml', example: 'SITE_URL=https://…' },
  { names: ['ALLOWED_ORIGINS'], wrong: 'any website can call the functions', example: 'ALLOWED_ORIGINS=https://…' },
];

/** Both or neither. */
const MEETING_SECRETS: readonly Wanted[] = [
  { names: ['DAILY_API_KEY'], wrong: 'there are no video rooms', example: 'DAILY_API_KEY=…' },
  { names: ['MEETING_SECRET'], wrong: 'video rooms have no links', example: 'MEETING_SECRET=…' },
];

/** Both or neither. */
const EDIT_SECRETS: readonly Wanted[] = [
  { names: ['EDIT_APP_ID'], wrong: 'editors can sign in with a token only', example: 'EDIT_APP_ID=…' },
  { names: ['EDIT_APP_SECRET'], wrong: 'editors can sign in with a token only', example: 'EDIT_APP_SECRET=…' },
];

/** What the site is built with, as far as the functions have to know. */
interface SiteParts {
  /** A Turnstile key; or the database requires verification. */
  turnstile: boolean;
  /** Video rooms. */
  meetings: boolean;
  /** A GitHub App for editors. */
  editApp: boolean;
}

/** Finds the secrets that a project lacks. Only their names can be read, not their values. */
export function checkSecrets(set: readonly string[], site: SiteParts, ref: string): Finding[] {
  const together = (isBuilt: boolean, secrets: readonly Wanted[]) =>
    isBuilt || secrets.some(({ names }) => names.some((name) => set.includes(name))) ? secrets : [];
  const wanted: Wanted[] = [
    ...WANTED,
    ...(site.turnstile
      ? [{ names: ['TURNSTILE_SECRET_KEY'], wrong: 'every request is refused', example: 'TURNSTILE_SECRET_KEY=…' }]
      : []),
    ...together(site.meetings, MEETING_SECRETS),
    ...together(site.editApp, EDIT_SECRETS),
  ];
  return wanted
    .filter(({ names }) => !names.some((name) => set.includes(name)))
    .map(({ names, wrong, example }) => ({
      wrong: `The secret ${names.join(' or ')} is not set: ${wrong}.`,
      fix: `Put ${example} into .env.secrets (docs/deploy.md, step 3), then: npm run supabase -- secrets set --remote=${ref} --env-file=.env.secrets`,
    }));
}
