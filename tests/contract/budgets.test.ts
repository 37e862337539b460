import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { editedBuild, HOSTED } from '../setup/shared-build.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterEach(() => copy.restoreAll());
afterAll(() => copy.remove());

const PUBLISHED = { ...HOSTED, SITE_BUDGETS: '' };
const noise = (bytes: number) => randomBytes(bytes).toString('base64');

it('every build prints what its pages weigh, what loads on intent, and what is too heavy', async () => {
  const { output } = await editedBuild();
  for (const page of ['/', '/flow', '/internships/apply', '/404'])
    expect(output).toMatch(new RegExp(`\\[budgets\\] ${page} +\\d+\\.\\d KB +\\d\\.\\d KB +\\d+\\.\\d KB +\\d\\b`));
  expect(output).toMatch(/Consultation form, with React +\d+\.\d KB of at most 75\.0 KB/);
  expect(output).toMatch(/Supabase client, on top +\d+\.\d KB of at most 48\.0 KB/);
  expect(output).toMatch(/Voice SDK, on top +\d+\.\d KB of at most 68\.0 KB/);
  expect(output).toMatch(/\/terms-of-service: the page with its styles weighs 1\d\.\d KB; the limit is 14\.0 KB\./);
  expect(output).toMatch(/\/flow: its scripts weigh \d\.\d KB; the limit is 3\.0 KB\./);
});

// Runs in process in tests/unit/budgets.test.ts.
it(
  'a build that exceeds a budget stops, says what to do, and names the file that grew',
  { tags: ['exhaustive'] },
  async () => {
    copy.edit('content/legal/terms-of-service.mdx', /$/, `\n\n${noise(6000)}\n`);
    copy.edit('src/browser/page.ts', /$/, `\ndocument.title ||= '${noise(3000)}';\n`);
    const { code, output } = await astro(copy, ['build'], PUBLISHED);
    expect(code).toBe(1);
    expect(output).toContain('The site is too heavy:');
    expect(output).toMatch(/- \/terms-of-service: the page with its styles weighs 1\d\.\d KB; the limit is 14\.0 KB\./);
    expect(output).toMatch(/- \/flow: its scripts weigh \d\.\d KB; the limit is 3\.0 KB\./);
    expect(output).toMatch(/- terms-of-service\.html grew by \d\.\d KB to 1\d\.\d KB\./);
    expect(output).toMatch(/- _astro\/Page\S+\.js grew by \d\.\d KB to \d\.\d KB\./);
    expect(output).not.toMatch(/- flow\.html grew/);
    expect(output).not.toMatch(/\n\s+at /);
  },
);

it(
  'urgent copy that exceeds a budget is still published when SITE_BUDGETS is set to warn',
  { tags: ['exhaustive'] },
  async () => {
    copy.edit('content/legal/terms-of-service.mdx', /$/, `\n\n${noise(6000)}\n`);
    const { code, output } = await astro(copy, ['build'], { ...PUBLISHED, SITE_BUDGETS: 'warn' });
    expect(code, output).toBe(0);
    expect(output).toContain('/terms-of-service: the page with its styles weighs');
    expect(readFileSync(join(copy.folder, 'dist/terms-of-service.html'), 'utf8').length).toBeGreaterThan(6000);
  },
);
