import { join } from 'node:path';
import { buildSite } from '../../local/build-site.ts';
import { verdict } from '../../report/figures.ts';
import { startStack } from '../../../tests/setup/stack.ts';
import { faultsOfFlood } from '../check-flood.ts';
import { flood, type Flood } from '../flood.ts';
import { readMeanwhile } from '../readers.ts';
import { makeSubmissions } from '../submissions.ts';
import { AT_ONCE, faultList, percentiles, type Part, type SoakOptions } from './part.ts';

const READERS = 200;

/** The submissions again, while many readers fetch the site itself. */
export async function soakReaders({ submissions: count, seed }: SoakOptions): Promise<Part> {
  const stack = await startStack();
  try {
    const { apiUrl, publishableKey } = stack.backend;
    const site = join(stack.folder, 'site');
    await buildSite(site, { PUBLIC_SUPABASE_URL: apiUrl, PUBLIC_SUPABASE_KEY: publishableKey });
    const submissions = makeSubmissions(count, seed, 'readers');
    let sent: Flood | undefined;
    const reading = await readMeanwhile(site, READERS, seed, async () => {
      sent = await flood({ ...stack, ...stack.backend }, submissions, AT_ONCE);
    });
    if (!sent) throw new Error('Nothing was sent.');
    const faults = [...reading.faults, ...(await faultsOfFlood(sent, { ...stack, apiUrl }))];
    return {
      faults,
      section: {
        title: 'Readers',
        command: `npm run soak -- --only readers --submissions ${count} --seed ${seed}`,
        body: `The same ${count.toLocaleString('en-US')} submissions, ${AT_ONCE} at a time, while ${READERS} readers fetch every file of the built site from the static server of
\`npm start\`, one after another without a pause, each in its own order. Every response is compared with the file byte
for byte. Readers, visitors, servers and database share the machine. The readers got ${reading.times.length.toLocaleString('en-US')} files, ${(reading.bytes / 2 ** 20).toFixed(0)} MiB
uncompressed.

${percentiles('', [
  ['file', reading.times],
  ['insert', sent.times.insert],
  ['upload of a resume', sent.times.upload],
  ['notification (two mails)', sent.times.notification],
])}

No reader got anything but 200 with the right bytes, and the same holds for the submissions as above: ${verdict(faults.length === 0)}.${faultList(faults)}`,
      },
    };
  } finally {
    await stack.stop();
  }
}
