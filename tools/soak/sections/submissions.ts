import { verdict } from '../../report/figures.ts';
import { startStack } from '../../../tests/setup/stack.ts';
import { faultsOfFlood } from '../check-flood.ts';
import { flood } from '../flood.ts';
import { makeSubmissions } from '../submissions.ts';
import { AT_ONCE, faultList, percentiles, type Part, type SoakOptions } from './part.ts';

/** A flood of submissions of all forms, each of which must be admitted, stored as typed, and mailed once. */
export async function soakSubmissions({ submissions: count, seed }: SoakOptions): Promise<Part> {
  const stack = await startStack();
  try {
    const { apiUrl, publishableKey } = stack.backend;
    const submissions = makeSubmissions(count, seed, 'soak');
    const result = await flood({ apiUrl, publishableKey, reportSecret: stack.reportSecret }, submissions, AT_ONCE);
    const faults = await faultsOfFlood(result, { ...stack, apiUrl });
    const seconds = result.lasted / 1000;
    return {
      faults,
      section: {
        title: 'Submissions',
        command: `npm run soak -- --only submissions --submissions ${count} --seed ${seed}`,
        body: `${count.toLocaleString('en-US')} submissions, ${AT_ONCE} visitors at a time, through all forms by turns (strategic call, demo booking,
application without and with a resume, notification, call), with the site's own code, from as many addresses and networks as
the limits need: 5 come from each address, 20 from each network, IPv6 among them. Each visitor waits for the function too,
so that the next one comes when everything is done; calls are reported as the voice provider does it.

It took ${seconds.toFixed(0)} s: ${(count / seconds).toFixed(0)} submissions in a second, mails among it, clients and backend on one machine.

${percentiles('', [
  ['insert', result.times.insert],
  ['upload of a resume', result.times.upload],
  ['notification (two mails)', result.times.notification],
])}

Confirmed: ${result.confirmed.length.toLocaleString('en-US')}. None refused, none lost or altered, none mailed to the team other than once, and whoever
waits for a resource mailed once: ${verdict(faults.length === 0)}.${faultList(faults)}`,
      },
    };
  } finally {
    await stack.stop();
  }
}
