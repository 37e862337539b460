import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyEdit, examples } from '../setup/editing-guide.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

it('following every example in docs/editing.md gives a site that shows all of them', async () => {
  for (const edit of examples().flatMap(({ edits }) => edits)) applyEdit(edit, copy.folder);
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'edited' });
  expect(code, output).toBe(0);
  const built = join(copy.folder, 'edited');
  const read = (file: string) => readFileSync(join(built, file), 'utf8');
  // The text of dialogs is in their scripts.
  const scripts = readdirSync(join(built, '_astro'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => read(`_astro/${name}`))
    .join('\n');
  const mails = readFileSync(join(copy.folder, 'functions/_shared/email-copy.generated.ts'), 'utf8');

  const home = read('index.html');
  expect(home).toContain('Custom software: planned with you, built with university talent</h1>');
  expect(home).toContain('650+');
  expect(home).toMatch(/href="\/ai-portfolio"[^>]*>\s*See Our AI Portfolio/);
  expect(home).toMatch(/id="why-choose"[^]*id="programs"[^]*id="assistant"[^]*id="what-stays"[^]*id="contact"/);
  expect(home).not.toContain('We work with');
  expect(home).not.toContain('id="ai-saas"');
  expect(home).toContain('Riverside Institute of Technology');
  expect(home.match(/>\s*Sample\s*</g)).toHaveLength(3);
  expect(read('terms-of-service.html')).toContain('+1 555 0199');
  expect(read('terms-of-service.html')).toContain('Acme Works offers a platform');
  expect(read('research.html')).toContain('When the students leave');
  expect(read('research/automation.html')).toContain('In three projects, Acme Works compared the hours');
  expect(read('research/feed.xml')).toContain('/research/automation');
  expect(read('resources.html')).toContain('Partnership Checklist');
  expect(read('flow.html')).toContain('Yearly Review');
  const policy = read('privacy-policy.html');
  expect(policy).toMatch(/datetime="2026-12-01"/);
  expect(policy).not.toContain('counsel must review');
  expect(policy).toContain('handed over to you');
  for (const words of ['Company or university', 'Send My Request', 'A person reads it, and answers within 24 hours.'])
    expect(scripts).toContain(words);
  expect(scripts).toContain('08:30');
  expect(mails).toContain('Your request has reached us');
});
