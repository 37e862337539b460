import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { printError } from '../../lib/fault.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { COPY_FILES, nameOf, type CopyName } from '../../schemas/copy-files.ts';
import { loadCopy, loadEntries } from '../load-copy.ts';
import { checkInventory } from './copy-inventory.ts';
import { CopyError } from '../../schemas/messages.ts';
import { readSite } from './site-copy.ts';

/** The fields of a copy file that are not saved. */
interface Draft {
  file: string;
  data: Readonly<Record<string, unknown>>;
}

/** The copy of content/emails/, by the names of the files. */
const emails = (root: string, draft?: Draft) =>
  Object.fromEntries(
    (Object.keys(COPY_FILES) as CopyName[])
      .filter((name) => COPY_FILES[name].path.startsWith('content/emails/'))
      .map((name) => {
        const { path } = COPY_FILES[name];
        return [nameOf(path), path === draft?.file ? draft.data : loadCopy(name, root).data];
      }),
  );

/** A resource as whoever reads its name tells it apart. */
const asRead = (resourceType: string) => resourceType.normalize('NFKC').trim().toLowerCase();

/**
 * What the functions need of content/waiting-lists/.
 *
 * @throws CopyError if two lists are for the same: the mail of one would go to everybody who waits for it
 */
function resources(root: string, draft?: Draft) {
  const lists = loadEntries('waitingLists', root);
  for (const [index, { file, data }] of lists.entries()) {
    const same = lists.slice(0, index).find((other) => asRead(other.data.resourceType) === asRead(data.resourceType));
    if (same) throw new CopyError(file, [`resourceType is also that of ${same.file}. Give each list its own.`]);
  }
  return lists.map(({ file, data }) => ({
    resourceType: data.resourceType,
    mail: file === draft?.file ? draft.data['mail'] : data.mail,
  }));
}

/**
 * All the copy that functions need, with figures filled in.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @param draft replaces the fields of its file; not checked
 * @throws CopyError if a copy file does not match its schema, or the site does not use a file
 */
export function emailCopyIn(root = projectFolder, draft?: Draft): Record<string, unknown> {
  checkInventory(root);
  const { fields } = loadCopy('internshipForm', root).data;
  const site = readSite(root);
  const { name, bookings, email, phone, retention, url } = site;
  const copy = {
    company: name,
    siteUrl: url,
    siteEmail: email,
    sitePhone: phone,
    officeTimeZone: bookings.timeZone,
    demoMinutes: bookings.minutes,
    retention,
    positions: fields.position.options,
    availabilities: fields.availability.options,
    outcome: loadCopy('outcome', root).data,
    ...emails(root, draft),
    resources: resources(root, draft),
  };
  return fillPlaceholders(copy, site);
}

/** Identifies the copy of functions, so that deployed ones can be compared with content/. See {@link emailCopyIn}. */
export const emailCopyVersion = (root = projectFolder): string =>
  createHash('sha256')
    .update(JSON.stringify(emailCopyIn(root)))
    .digest('hex')
    .slice(0, 12);

const HEAD = '// Made from content/ by src/build/integrations/email-copy.ts. Edit the words there.\n';

/**
 * Writes functions/_shared/email-copy.generated.ts from content/emails/ and the other copy that functions need. An edge
 * function is deployed without the content folder and can't read YAML, so it gets its copy as a module.
 *
 * @throws CopyError if a copy file does not match its schema
 */
export function writeEmailCopy(): void {
  const text = JSON.stringify(emailCopyIn(), null, 2);
  const module = `${HEAD}export const emailCopy = ${text};\nexport const emailCopyVersion = '${emailCopyVersion()}';\n`;
  const target = join(projectFolder, 'functions/_shared/email-copy.generated.ts');
  try {
    if (readFileSync(target, 'utf8') === module) return;
  } catch {
    // The file does not exist yet.
  }
  writeFileSync(target, module);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    writeEmailCopy();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
