import { describe, expect, it } from 'vitest';
import { checkFunctions, checkSecrets, functionNames } from './deploy/project.ts';

const wrongs = (findings: { wrong: string }[]) => findings.map(({ wrong }) => wrong);
const PLAIN = { turnstile: false, meetings: false, editApp: false };

describe('a project', () => {
  it('without functions gets a finding for each, with the command that deploys them', () => {
    const findings = checkFunctions(functionNames(), []);
    expect(wrongs(findings)).toEqual(functionNames().map((name) => `The function ${name} is missing.`));
    expect(new Set(findings.map(({ fix }) => fix))).toEqual(new Set(['npm run backend -- functions']));
    expect(functionNames()).toContain('contact-notification');
  });

  it('may have functions of its own next to ours', () => {
    const deployed = ['unsubscribe', 'theirs'].map((slug) => ({ slug, verify_jwt: false }));
    expect(checkFunctions(['unsubscribe'], deployed)).toEqual([]);
    expect(wrongs(checkFunctions(['unsubscribe'], [{ slug: 'unsubscribe', verify_jwt: true }]))).toEqual([
      'The function unsubscribe needs a JWT, which no visitor has.',
    ]);
  });

  it('without secrets gets a finding for each, with the command that sets it', () => {
    const findings = checkSecrets([], { ...PLAIN, turnstile: true }, 'abc');
    expect(wrongs(findings).map((wrong) => /The secret (.+) is not set/.exec(wrong)?.[1])).toEqual([
      ...['TEAM_EMAIL', 'MAIL_FROM', 'RESEND_API_KEY or SMTP_URL', 'CALL_REPORT_SECRET', 'SITE_URL', 'ALLOWED_ORIGINS'],
      'TURNSTILE_SECRET_KEY',
    ]);
    expect(findings[0]?.fix).toBe(
      'Put TEAM_EMAIL=… into .env.secrets (docs/deploy.md, step 3), then: npm run supabase -- secrets set --remote=abc --env-file=.env.secrets',
    );
  });

  it.each(['RESEND_API_KEY', 'SMTP_URL'])('can mail with %s alone', (way) => {
    const set = ['TEAM_EMAIL', 'MAIL_FROM', way, 'CALL_REPORT_SECRET', 'SITE_URL', 'ALLOWED_ORIGINS'];
    expect(checkSecrets(set, PLAIN, 'abc')).toEqual([]);
    expect(wrongs(checkSecrets(set, { ...PLAIN, turnstile: true }, 'abc'))).toEqual([
      'The secret TURNSTILE_SECRET_KEY is not set: every request is refused.',
    ]);
  });

  it.each([
    [[], true, ['DAILY_API_KEY', 'MEETING_SECRET']],
    [['DAILY_API_KEY'], false, ['MEETING_SECRET']],
    [['MEETING_SECRET'], false, ['DAILY_API_KEY']],
    [['DAILY_API_KEY', 'MEETING_SECRET'], true, []],
  ])('needs both secrets of video rooms or none: with %j, and a site with rooms: %s', (some, meetings, missing) => {
    const set = ['TEAM_EMAIL', 'MAIL_FROM', 'SMTP_URL', 'CALL_REPORT_SECRET', 'SITE_URL', 'ALLOWED_ORIGINS', ...some];
    const findings = wrongs(checkSecrets(set, { ...PLAIN, meetings }, 'abc'));
    expect(findings.map((wrong) => /The secret (.+) is not set/.exec(wrong)?.[1])).toEqual(missing);
  });

  it.each([
    [[], true, ['EDIT_APP_ID', 'EDIT_APP_SECRET']],
    [['EDIT_APP_ID'], false, ['EDIT_APP_SECRET']],
    [['EDIT_APP_SECRET'], false, ['EDIT_APP_ID']],
    [['EDIT_APP_ID', 'EDIT_APP_SECRET'], true, []],
  ])(
    'needs both secrets of the editors’ App or none: with %j, and a site with an App: %s',
    (some, editApp, missing) => {
      const set = ['TEAM_EMAIL', 'MAIL_FROM', 'SMTP_URL', 'CALL_REPORT_SECRET', 'SITE_URL', 'ALLOWED_ORIGINS', ...some];
      const findings = wrongs(checkSecrets(set, { ...PLAIN, editApp }, 'abc'));
      expect(findings.map((wrong) => /The secret (.+) is not set/.exec(wrong)?.[1])).toEqual(missing);
    },
  );
});
