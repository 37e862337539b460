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
    const { apiUrl } = stack.backend;
    const submissions = makeSubmissions(count, seed, 'soak');
    const result = await flood({ ...stack, ...stack.backend }, submissions, AT_ONCE);
    const faults = await faultsOfFlood(result, { ...stack, apiUrl });
    const seconds = result.lasted / 1000;
    return {
      faults,
      section: {
        title: 'Submissions',
        command: `npm run soak -- --only submissions --submissions ${count} --seed ${seed}`,
        body: `${count.toLocaleString('en-US')} submissions, ${AT_ONCE} visitors at a time, through all forms in turn (strategic call, demo booking,
application without and with a resume, notification, call), with the site's own code. Each network sends exactly as many as
it may: 20 from each IPv4 address and each IPv6 /64, 40 from each /56, 100 from each /48. Each visitor also waits for the
function, so that the next one comes when everything is done; calls are reported as by the voice provider.

It took ${seconds.toFixed(0)} s: ${(count / seconds).toFixed(0)} submissions per second, including mails, with clients and backend on one machine.

${percentiles('', [
  ['insert', result.times.insert],
  ['upload of a resume', result.times.upload],
  ['notification (two mails)', result.times.notification],
])}

Confirmed: ${result.confirmed.length.toLocaleString('en-US')}. None refused, none lost or altered, each mailed to the team exactly once, and everyone
who waits for a resource mailed once: ${verdict(faults.length === 0)}.${faultList(faults)}`,
      },
    };
  } finally {
    await stack.stop();
  }
}
