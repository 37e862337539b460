import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DESK_SETTINGS } from '../../../tests/setup/management-api.ts';
import { checkAuthSettings, readAuthSettings, type AuthSettings } from './auth-settings.ts';

describe('the settings of sign-in', () => {
  it.each<[string, AuthSettings, RegExp]>([
    ['sign-up is on', { disable_signup: false }, /^Anyone can create an account/],
    ['factors can’t be set up', { mfa_totp_enroll_enabled: false }, /^Codes of authenticator apps are off/],
    ['factors are not asked for', { mfa_totp_verify_enabled: false }, /^Codes of authenticator apps are off/],
    ['factors by phone are on', { mfa_phone_enroll_enabled: true }, /^Codes in text messages count/],
    ['tokens live an hour', { jwt_exp: 3600 }, /^Access tokens live longer than 15 minutes/],
    ['passwords may be short', { password_min_length: 6 }, /^Passwords with fewer than 12 characters/],
    ['codes by mail can be guessed', { mailer_otp_length: 6 }, /^Codes that sign in by mail/],
  ])('are reported if %s', (_what, changed, wrong) => {
    const findings = checkAuthSettings({ ...DESK_SETTINGS, ...changed });
    expect(findings).toEqual([
      { wrong: expect.stringMatching(wrong) as string, fix: expect.stringContaining('In the dashboard') as string },
    ]);
    expect(checkAuthSettings(DESK_SETTINGS)).toEqual([]);
  });

  it('are not taken for right if they are not known', () => {
    expect(checkAuthSettings({})).toHaveLength(5);
  });

  it('are those of supabase/config.toml, which the local sign-in has', () => {
    const config = readFileSync('supabase/config.toml', 'utf8');
    expect(config).toContain(`\njwt_expiry = ${DESK_SETTINGS.jwt_exp}\n`);
    expect(config).toContain(`\nminimum_password_length = ${DESK_SETTINGS.password_min_length}\n`);
    expect(config).toContain('\nenable_signup = false\n');
    expect(config).toMatch(/\[auth\.mfa\.totp\]\nenroll_enabled = true\nverify_enabled = true\n/);
    expect(config).toMatch(/\[auth\.mfa\.phone\]\nenroll_enabled = false\nverify_enabled = false\n/);
  });
});

describe('the Management API', () => {
  const undo: (() => unknown)[] = [];
  afterEach(() => undo.splice(0).forEach((step) => step()));

  /** The environment of somebody who is logged in, with an API at another address. */
  async function withApi(listener: RequestListener): Promise<NodeJS.ProcessEnv> {
    const server = createServer(listener);
    const folder = mkdtempSync(join(tmpdir(), 'site-profile-'));
    undo.push(
      () => server.close(),
      () => rmSync(folder, { recursive: true }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const profile = join(folder, 'profile.yaml');
    writeFileSync(profile, `api_url: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    return { SUPABASE_PROFILE: profile, SUPABASE_ACCESS_TOKEN: 'sbp_test' };
  }

  it('is asked with the token of the environment, and not without one', async () => {
    const asked: unknown[] = [];
    const env = await withApi((request, response) => {
      asked.push([request.url, request.headers.authorization]);
      response.end(JSON.stringify({ jwt_exp: 900 }));
    });
    expect(await readAuthSettings('abc', env)).toEqual({ jwt_exp: 900 });
    expect(await readAuthSettings('abc', { ...env, SUPABASE_ACCESS_TOKEN: '' })).toBeUndefined();
    expect(asked).toEqual([['/v1/projects/abc/config/auth', 'Bearer sbp_test']]);
  });

  it('that refuses is told apart from one that says everything is right', async () => {
    const env = await withApi((_request, response) => response.writeHead(403).end('{}'));
    await expect(readAuthSettings('abc', env)).rejects.toThrow('refuses to show the settings');
  });

  it('gets the token only at its own address', async () => {
    const asked: unknown[] = [];
    const elsewhere = await withApi((request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify(DESK_SETTINGS));
    });
    const [, location = ''] = /api_url: (\S+)/.exec(readFileSync(elsewhere['SUPABASE_PROFILE'] ?? '', 'utf8')) ?? [];
    const env = await withApi((_request, response) => response.writeHead(307, { location }).end());
    await expect(readAuthSettings('abc', env)).rejects.toThrow('does not answer');
    expect(asked).toEqual([]);
  });
});
