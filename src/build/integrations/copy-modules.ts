import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { z } from 'zod';
import { projectFolder } from '../../lib/project-folder.ts';
import { callSchema, rehearsalSchema } from '../../schemas/assistant.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import {
  bookingSchema,
  commonFormSchema,
  consultationSchema,
  internshipFormSchema,
  notificationsSchema,
  notifyFormSchema,
} from '../../schemas/form.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import { siteSchema, type Site } from '../../schemas/site.ts';
import { readSite } from './site-copy.ts';

const PREFIX = 'copy:';

/** The files that islands import, by their name after `copy:` (copy-import.d.ts). */
const MODULES: Record<string, { file: string; schema: z.ZodType; pick?: (data: never) => unknown }> = {
  // The rest of the file is for the pages.
  company: {
    file: 'content/site.yaml',
    schema: siteSchema,
    pick: ({ name, email, bookings }: Site) => ({ name, email, bookings }),
  },
  call: { file: 'content/assistant/call.yaml', schema: callSchema },
  rehearsal: { file: 'content/assistant/rehearsal.yaml', schema: rehearsalSchema },
  common: {
    file: 'content/forms/common.yaml',
    schema: commonFormSchema,
    pick: ({ verification: _, ...rest }: z.infer<typeof commonFormSchema>) => rest,
  },
  // Only for builds that verify visitors.
  verification: {
    file: 'content/forms/common.yaml',
    schema: commonFormSchema,
    pick: ({ verification }: z.infer<typeof commonFormSchema>) => verification,
  },
  consultation: { file: 'content/forms/consultation.yaml', schema: consultationSchema },
  'demo-booking': { file: 'content/forms/demo-booking.yaml', schema: bookingSchema },
  internship: { file: 'content/forms/internship.yaml', schema: internshipFormSchema },
  notify: { file: 'content/forms/notify.yaml', schema: notifyFormSchema },
  notifications: { file: 'content/forms/notifications.yaml', schema: notificationsSchema },
};

/**
 * Makes `import copy from 'copy:call'` return a copy file, with the company's name and figures filled in. As props, the
 * texts of an island would be in the HTML of every page, even for visitors who never open it.
 */
export function copyModules(): AstroIntegration {
  return {
    name: 'copy-modules',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'copy-modules',
                resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
                load(id) {
                  const name = id.startsWith(`\0${PREFIX}`) ? id.slice(PREFIX.length + 1) : '';
                  const found = MODULES[name];
                  if (!found) return undefined;
                  const { file, schema, pick } = found;
                  for (const read of [file, 'content/site.yaml']) this.addWatchFile(join(projectFolder, read));
                  const data = checkCopy(
                    schema,
                    parseCopy(readFileSync(join(projectFolder, file), 'utf8'), file),
                    file,
                  );
                  const filled = fillPlaceholders(data, readSite());
                  return `export default ${JSON.stringify(pick ? pick(filled as never) : filled)}`;
                },
              },
            ],
          },
        });
      },
    },
  };
}
