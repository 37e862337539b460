/** `npm run sizes`: records the current sizes of the site's files as the accepted ones (src/build/budgets). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../local/build-site.ts';
import { printError } from '../../src/lib/fault.ts';

const folder = mkdtempSync(join(tmpdir(), 'sizes-'));
process.env['SITE_BUDGETS'] = 'record';
try {
  // Everything that a published site contains: both services, wherever they are.
  await buildSite(join(folder, 'site'), {
    PUBLIC_SUPABASE_URL: 'https://project.supabase.example',
    PUBLIC_SUPABASE_KEY: 'sb_publishable_sizes',
    PUBLIC_VAPI_KEY: 'b7e6f0a4-7d2c-4c58-9a3e-5f1d20c6a913',
    PUBLIC_VAPI_ASSISTANT_ID: '8e0b3c5a-2f4d-4c1e-9a77-5d6f0e1b2c3d',
  });
} catch (error) {
  printError(error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
