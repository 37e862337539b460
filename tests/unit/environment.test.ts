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

it('knows the legacy secret key only if there is no other: one that was retired is still set', () => {
  const keysOf = (set: Record<string, string>) =>
    readEnvironment((name) => ({ ...SET, SUPABASE_SECRET_KEY: '', SUPABASE_SERVICE_ROLE_KEY: 'old', ...set })[name])
      .secretKeys;
  expect(keysOf({})).toEqual(['old']);
  expect(keysOf({ SUPABASE_SECRET_KEYS: '{"a":"new"}' })).toEqual(['new']);
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

const meetings = (further: Record<string, string>) =>
  readEnvironment((name) => ({ ...SET, SITE_URL: 'https://example.com/', ...further })[name]).meetings;
const ROOMS = { DAILY_API_KEY: 'daily', MEETING_SECRET: 'x'.repeat(32) };

it('has no video rooms without their key and secret, and Daily’s with both', () => {
  expect([meetings({}), meetings({ DAILY_API_KEY: '', MEETING_SECRET: '' })]).toEqual([undefined, undefined]);
  const set = { dailyKey: 'daily', dailyUrl: 'https://api.daily.co/v1', secret: 'x'.repeat(32) };
  expect(meetings(ROOMS)).toEqual({ ...set, page: 'https://example.com/meet' });
  const own = { DAILY_API_URL: 'http://127.0.0.1:1/v1/', MEET_ORIGIN: 'https://meet.example.com' };
  expect(meetings({ ...ROOMS, ...own })).toEqual({
    ...set,
    dailyUrl: 'http://127.0.0.1:1/v1',
    page: 'https://meet.example.com/',
  });
});

it.each([
  [{ MEETING_SECRET: '' }, 'Set both DAILY_API_KEY and MEETING_SECRET, or neither'],
  [{ DAILY_API_KEY: '' }, 'Set both DAILY_API_KEY and MEETING_SECRET, or neither'],
  [{ MEETING_SECRET: 'x'.repeat(31) }, 'MEETING_SECRET must have at least 32 characters'],
  [{ MEET_ORIGIN: 'https://example.com/meet' }, 'MEET_ORIGIN is "https://example.com/meet" but must be an origin'],
  [{ MEET_ORIGIN: 'meet.example.com' }, 'must be an origin, such as https://meet.example.com'],
])('rejects the settings of video rooms with %j', (wrong, message) => {
  expect(() => meetings({ ...ROOMS, ...wrong })).toThrow(message);
});
