import { expect, it } from 'vitest';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';
import { readEnvironment } from '../../functions/_shared/environment.ts';
import { makeSend } from '../../functions/_shared/mail.ts';

const SET = {
  SUPABASE_URL: 'http://localhost',
  SUPABASE_SECRET_KEY: 'key',
  TEAM_EMAIL: 'team@example.com',
  MAIL_FROM: 'a@example.com',
};
const siteUrl = (url: string | undefined) =>
  readEnvironment((name) => ({ ...SET, SITE_URL: url })[name as keyof typeof SET]).siteUrl;

it('names everything that is missing', () => {
  expect(() => readEnvironment(() => undefined)).toThrow(/SUPABASE_URL, SUPABASE_SECRET_KEYS, TEAM_EMAIL, MAIL_FROM/);
  expect(() => makeSend({ from: 'a@b.c' })).toThrow(/RESEND_API_KEY or SMTP_URL/);
});

it('links to the site in content/site.yaml unless SITE_URL is set', () => {
  expect([undefined, '', 'https://example.com'].map(siteUrl)).toEqual([
    emailCopy.siteUrl,
    emailCopy.siteUrl,
    'https://example.com',
  ]);
});

it.each(['example.com', 'localhost:4321', 'https://'])('rejects the partial address %s as SITE_URL', (url) => {
  expect(() => siteUrl(url)).toThrow('must be a full address, such as https://example.com');
});
