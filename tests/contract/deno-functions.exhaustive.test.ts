import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionNames } from '../../tools/backend/deploy/project.ts';
import { command } from '../setup/command.ts';
import { runInDeno, type DenoFunction } from '../setup/deno-functions.ts';
import { openMailServer, type MailServer } from '../setup/mail-server.ts';
import { openManagementApi } from '../setup/management-api.ts';
import { contactNotificationOf, startStack, submission, temporaryFolder, type Stack } from '../setup/stack.ts';

/** Runs what `npm run backend -- functions` uploads in Deno, as Supabase does. */
describe('in Deno', () => {
  const folder = temporaryFolder();
  let stack: Stack;
  let mail: MailServer;
  let functions: Map<string, DenoFunction>;

  beforeAll(async () => {
    stack = await startStack();
    mail = await openMailServer();
    const api = await openManagementApi(folder, stack.backend.database);
    const deployed = await command(['functions', `--remote=${api.ref}`, '--yes'], folder, api.env);
    expect(deployed).toMatchObject({ code: 0 });
    await api.close();
    functions = await runInDeno(api.functions.values(), folder, {
      SUPABASE_URL: stack.backend.apiUrl,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.secretKey }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: stack.backend.publishableKey }),
      TEAM_EMAIL: 'team@example.com',
      MAIL_FROM: 'Site <site@example.com>',
      CALL_REPORT_SECRET: 'report',
      TURNSTILE_SECRET_KEY: 'turnstile',
      TURNSTILE_VERIFY_URL: 'http://127.0.0.1:9',
      SMTP_URL: mail.url,
    });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...functions.values()].map((one) => one.stop()));
    await mail.stop();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (name: string, body: unknown, headers: Record<string, string>) =>
    fetch(`${functions.get(name)?.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it.each(functionNames())('%s starts, and answers as it does in Node', async (name) => {
    const response = await fetch(`${functions.get(name)?.url}`);
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ error: { code: 'method' } });
  });

  it('a stored request is mailed to the team and acknowledged, once', async () => {
    const row = submission();
    const { error } = await stack.visitor().from('contact_submissions').insert(row);
    expect(error).toBeNull();
    const key = { apikey: stack.backend.publishableKey };
    const first = await call('contact-notification', contactNotificationOf(row), key);
    expect({ status: first.status, body: await first.text() }).toMatchObject({ status: 200 });
    await call('contact-notification', contactNotificationOf(row), key);
    expect(mail.accepted.map(({ to }) => to?.[0]?.address)).toEqual(['team@example.com', row['email']]);
  });

  it('a request that nobody was notified of is swept up, but only with the secret key', async () => {
    const row = submission();
    await stack.visitor().from('contact_submissions').insert(row);
    await stack.database`update public.contact_submissions set created_at = now() - interval '10 minutes' where id = ${String(row['id'])}`;
    expect((await call('request-sweep', {}, { apikey: stack.backend.publishableKey })).status).toBe(401);
    const swept = await call('request-sweep', {}, { apikey: stack.secretKey });
    expect({ status: swept.status, body: await swept.text() }).toMatchObject({ status: 200 });
    expect(mail.accepted.some(({ replyTo }) => replyTo?.[0]?.address === row['email'])).toBe(true);
  });
});

// In the system's folder for temporary files, another user of the machine could put such settings.
it('a function in Deno follows no settings that lie above its folder', async () => {
  const others = temporaryFolder();
  const folder = join(others, 'functions');
  mkdirSync(folder);
  const workspace = ['./functions', './functions/*/functions'];
  writeFileSync(join(others, 'deno.json'), JSON.stringify({ workspace, imports: { 'node:buffer': './others.ts' } }));
  writeFileSync(join(others, 'others.ts'), 'export const Buffer = "somebody else\'s";');
  const source = 'import { Buffer } from "node:buffer"; Deno.serve(() => new Response(typeof Buffer));';
  const files = { 'functions/deno.json': '{}', 'functions/any/index.ts': source };
  const any = {
    slug: 'any',
    verify_jwt: false,
    entrypoint_path: 'functions/any/index.ts',
    import_map_path: 'functions/deno.json',
    files: new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
  };
  const running = (await runInDeno([any], folder, {})).get('any');
  try {
    expect(await (await fetch(`${running?.url}`)).text()).toBe('function');
  } finally {
    await running?.stop();
    rmSync(others, { recursive: true, force: true });
  }
});
