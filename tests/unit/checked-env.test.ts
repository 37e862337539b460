import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig, type InlineConfig } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { checkedEnv } from '../../src/build/integrations/checked-env.ts';

/** Has Vite read its settings, as for a build in a mode, where .env.staging names a secret key. */
function build(mode: string, checked: Record<string, string>) {
  const envDir = mkdtempSync(join(tmpdir(), 'checked-env-'));
  onTestFinished(() => rmSync(envDir, { recursive: true }));
  writeFileSync(join(envDir, '.env'), 'PUBLIC_SUPABASE_KEY=sb_publishable_abc\n');
  writeFileSync(join(envDir, '.env.staging'), 'PUBLIC_SUPABASE_KEY=sb_secret_abc\n');
  const settings: InlineConfig = { configFile: false, envPrefix: 'PUBLIC_', envDir, plugins: [checkedEnv(checked)] };
  return resolveConfig(settings, 'build', mode);
}

it('a build stops at a public value that was not checked, because it is that of another mode', async () => {
  const checked = { PUBLIC_SUPABASE_KEY: 'sb_publishable_abc', VAPI_PRIVATE_KEY: 'not in pages' };
  await expect(build('staging', checked)).rejects.toThrow(
    'PUBLIC_SUPABASE_KEY differs between .env.staging, which this build uses, and what was checked. Set it in .env',
  );
  await expect(build('production', {})).rejects.toThrow('PUBLIC_SUPABASE_KEY differs');
  expect((await build('production', checked)).env).toMatchObject({ PUBLIC_SUPABASE_KEY: 'sb_publishable_abc' });
});
