import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { DEPLOY, type Finding } from './finding.ts';

/** A function as the project lists it. */
export interface DeployedFunction {
  slug: string;
  verify_jwt?: boolean;
}

/** The names of the edge functions of this clone. */
export const functionNames = (): string[] =>
  readdirSync(join(projectFolder, 'functions')).filter((name) =>
    existsSync(join(projectFolder, 'functions', name, 'index.ts')),
  );

/** What is wrong with the functions that a project has. */
export function checkFunctions(wanted: readonly string[], deployed: readonly DeployedFunction[]): Finding[] {
  const bySlug = new Map(deployed.map((one) => [one.slug, one]));
  return wanted.flatMap((name): Finding[] => {
    const found = bySlug.get(name);
    if (!found) return [{ wrong: `The function ${name} is missing.`, mend: DEPLOY }];
    // The keys are no JWTs: the gateway would turn every visitor away.
    return found.verify_jwt ? [{ wrong: `The function ${name} wants a JWT, which no visitor has.`, mend: DEPLOY }] : [];
  });
}

interface Wanted {
  /** One of them is enough. */
  names: readonly string[];
  wrong: string;
  example: string;
}

const WANTED: readonly Wanted[] = [
  { names: ['TEAM_EMAIL'], wrong: 'nobody hears of a request', example: 'TEAM_EMAIL=…' },
  { names: ['MAIL_FROM'], wrong: 'no mail has a sender', example: "MAIL_FROM='Company <…>'" },
  { names: ['RESEND_API_KEY', 'SMTP_URL'], wrong: 'no mail can be sent', example: 'RESEND_API_KEY=re_…' },
  {
    names: ['CALL_REPORT_SECRET'],
    wrong: 'no report of a call is taken',
    example: 'CALL_REPORT_SECRET=$(openssl rand -hex 32)',
  },
  { names: ['SITE_URL'], wrong: 'links in mails lead to what content/site.yaml says', example: 'SITE_URL=https://…' },
  { names: ['ALLOWED_ORIGINS'], wrong: 'any website may call the functions', example: 'ALLOWED_ORIGINS=https://…' },
];

/**
 * What is wrong with the secrets of a project: their names are known, their values are nobody's to read.
 *
 * @param turnstile whether the site is built with a key of Turnstile, or the database wants every visitor verified
 */
export function checkSecrets(set: readonly string[], turnstile: boolean, ref: string): Finding[] {
  const wanted = turnstile
    ? [
        ...WANTED,
        { names: ['TURNSTILE_SECRET_KEY'], wrong: 'every form is refused', example: 'TURNSTILE_SECRET_KEY=…' },
      ]
    : WANTED;
  return wanted
    .filter(({ names }) => !names.some((name) => set.includes(name)))
    .map(({ names, wrong, example }) => ({
      wrong: `The secret ${names.join(' or ')} is not set: ${wrong}.`,
      mend: `npm run supabase -- secrets set --remote=${ref} ${example}`,
    }));
}
