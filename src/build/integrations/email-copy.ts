import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { z } from 'zod';
import { fillPlaceholders } from '../../schemas/copy.ts';
import {
  applicationEmailSchema,
  bookingEmailSchema,
  callEmailSchema,
  contactEmailSchema,
  deadLettersEmailSchema,
  teamEmailSchema,
  unsubscribeEmailSchema,
} from '../../schemas/email.ts';
import { internshipFormSchema, notifySchema } from '../../schemas/form.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import { printError } from '../../lib/fault.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { checkInventory } from './copy-inventory.ts';
import { readSite } from './site-copy.ts';

const RESOURCES = 'content/notify';

const read = <Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> =>
  checkCopy(schema, parseCopy(readFileSync(join(projectFolder, file), 'utf8'), file), file);

/** All the copy that functions need. */
function allCopy() {
  const { fields } = read('content/forms/internship.yaml', internshipFormSchema);
  const { name, bookings, email, retention, url } = readSite();
  return {
    company: name,
    siteUrl: url,
    siteEmail: email,
    officeTimeZone: bookings.timeZone,
    retention,
    team: read('content/emails/team.yaml', teamEmailSchema),
    'contact-notification': read('content/emails/contact-notification.yaml', contactEmailSchema),
    'internship-application': {
      ...read('content/emails/internship-application.yaml', applicationEmailSchema),
      positions: fields.position.options,
      availabilities: fields.availability.options,
    },
    'demo-booking': read('content/emails/demo-booking.yaml', bookingEmailSchema),
    'dead-letters': read('content/emails/dead-letters.yaml', deadLettersEmailSchema),
    'voice-call': read('content/emails/voice-call.yaml', callEmailSchema),
    resources: readdirSync(join(projectFolder, RESOURCES))
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => {
        const { resourceType, mail } = read(`${RESOURCES}/${file}`, notifySchema);
        return { resourceType, mail };
      }),
    unsubscribe: read('content/emails/unsubscribe.yaml', unsubscribeEmailSchema),
  };
}

const HEAD = '// Made from content/ by src/build/integrations/email-copy.ts. Edit the words there.\n';

/**
 * Writes functions/_shared/email-copy.generated.ts from content/emails/ and the other copy that functions need. An edge
 * function is deployed without the content folder and can't read YAML, so it gets its copy as a module.
 *
 * @throws CopyError if a copy file does not match its schema
 */
export function writeEmailCopy(): void {
  const text = JSON.stringify(fillPlaceholders(allCopy(), readSite()), null, 2);
  const module = `${HEAD}export const emailCopy = ${text};\n`;
  const target = join(projectFolder, 'functions/_shared/email-copy.generated.ts');
  try {
    if (readFileSync(target, 'utf8') === module) return;
  } catch {
    // The file does not exist yet.
  }
  writeFileSync(target, module);
}

/** Updates the copy of the functions in every build and in dev. */
export function emailCopy(): AstroIntegration {
  return { name: 'email-copy', hooks: { 'astro:config:setup': () => writeEmailCopy() } };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    checkInventory();
    writeEmailCopy();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
