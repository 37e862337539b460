/**
 * `npm run bench` measures the site and writes docs/performance.md.
 *
 * --only lighthouse,dialog   measures only these; the document's other sections stay
 * --against FOLDER           measures another built site side by side (--as NAME: its name)
 * --runs NUMBER              how often each thing is measured; 5 by default
 * --out FILE                 writes there instead
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { relative } from 'node:path';
import { printError } from '../../src/lib/fault.ts';
import { composeDocument } from '../report/document.ts';
import { describeMachine } from '../report/machine.ts';
import type { Section } from '../report/section.ts';
import type { BenchContext } from './bench-context.ts';
import { measureBuildScale } from './build-scale.ts';
import { measureCall } from './call.ts';
import { measureDesk } from './desk.ts';
import { measureDialog } from './dialog.ts';
import { measureFirstPaint } from './first-paint.ts';
import { measureInp } from './inp.ts';
import { readOptions } from './options.ts';
import { measurePages } from './pages.ts';
import { programsInUse } from './programs.ts';
import { openSites } from './sites.ts';
import { measureWeight } from './weight.ts';

/** Every bench, in the order of the document. */
const BENCHES: Record<string, (context: BenchContext) => Promise<Section>> = {
  lighthouse: measurePages,
  paint: measureFirstPaint,
  weight: measureWeight,
  dialog: measureDialog,
  inp: measureInp,
  call: measureCall,
  desk: measureDesk,
  build: () => measureBuildScale(),
};

const HEAD = `# Performance

Written by \`npm run bench\` (\`tools/bench\`); don't edit it by hand. Every section can be measured again on its own, with
the command given in it: the others stay, as long as the machine is the same. Times differ by a few percent from run to
run, and by more if the machine is busy: the load is the average number of programs that were running or waiting for a
processor before a section began. KB are KiB.`;

async function run(): Promise<void> {
  const names = Object.keys(BENCHES);
  const { only, out, runs, against, rival } = readOptions(process.argv.slice(2), names);
  const machine = describeMachine(programsInUse());
  const sites = openSites();
  const command = (name: string) => `npm run bench -- --only ${name}${runs === 5 ? '' : ` --runs ${runs}`}`;
  try {
    for (const [index, name] of only.entries()) {
      console.log(`${name} …`);
      const load = loadavg()[0] ?? 0;
      if (load > cpus().length)
        console.log(`  The machine is busy (load ${load.toFixed(1)}): times will be too long. Stop other programs.`);
      const section = await BENCHES[name]?.({ sites, runs, against, rival, command });
      if (!section) continue;
      // Written at once, so that no results are lost if a later bench fails.
      const before = existsSync(out) ? readFileSync(out, 'utf8') : '';
      const when = `${new Date().toISOString().slice(0, 10)}, at a load of ${load.toFixed(1)},`;
      const fresh = new Map([[name, section]]);
      writeFileSync(out, await composeDocument({ head: HEAD, order: names }, before, machine, fresh, when, out));
      const left = only.slice(index + 1);
      if (left.length > 0) console.log(`  written; to run only the rest: npm run bench -- --only ${left.join(',')}`);
    }
  } finally {
    await sites.close();
  }
  console.log(`Results in ${relative(process.cwd(), out)}`);
}

try {
  await run();
} catch (error) {
  printError(error);
  // A browser of the failed bench may still be open.
  process.exit(1);
}
