import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { emailCopyIn } from '../../src/build/integrations/email-copy.ts';

it.each(['Case Studies & MoU Templates', ' case studies & mou templates', 'Case Studies ＆ MoU Templates'])(
  'two waiting lists can’t be for the same resource: %j',
  (resourceType) => {
    const root = mkdtempSync(join(tmpdir(), 'lists-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    cpSync('content', join(root, 'content'), { recursive: true });
    expect(emailCopyIn(root)['resources']).toHaveLength(2);
    const file = join(root, 'content/waiting-lists/research.yaml');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replace(/^resourceType: .*/m, `resourceType: '${resourceType}'`));
    expect(() => emailCopyIn(root)).toThrow('resourceType is also that of content/waiting-lists/case-studies.yaml');
  },
);
