import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { fillPlaceholders } from '../schemas/copy.ts';
import { contactEmailSchema } from '../schemas/email.ts';
import { checkCopy, parseCopy } from '../schemas/messages.ts';
import { readSite } from './site-copy.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Writes functions/_shared/email-copy.generated.ts from content/emails/. An edge function is deployed without the
 * content folder and can't read YAML, so it gets its words as a module.
 *
 * @throws CopyError when a copy file is not as its schema wants it
 */
export function writeEmailCopy(): void {
  const file = 'content/emails/contact-notification.yaml';
  const copy = checkCopy(contactEmailSchema, parseCopy(readFileSync(root + file, 'utf8'), file), file);
  const text = JSON.stringify({ 'contact-notification': fillPlaceholders(copy, readSite()) }, null, 2);
  const module = `// Made from content/emails/ by src/integrations/email-copy.ts. Edit the words there.\nexport const emailCopy = ${text} as const;\n`;
  const target = `${root}functions/_shared/email-copy.generated.ts`;
  try {
    if (readFileSync(target, 'utf8') === module) return;
  } catch {
    // It is written for the first time.
  }
  writeFileSync(target, module);
}

/** Keeps the functions' words current whenever the site is built or developed. */
export function emailCopy(): AstroIntegration {
  return { name: 'email-copy', hooks: { 'astro:config:setup': () => writeEmailCopy() } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeEmailCopy();
