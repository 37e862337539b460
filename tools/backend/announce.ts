import type { ResourceAnnouncement } from '../../functions/resource-announcement/handler.ts';
import { Fault } from '../../src/lib/fault.ts';
import { teamAccess } from './team-access.ts';

const USAGE = `Name the resource that is available:
  npm run backend -- announce "Case Studies & MoU Templates"          counts who is waiting, and mails nobody
  npm run backend -- announce "Case Studies & MoU Templates" --send   mails each of them once`;

const people = (count: number) => `${count} ${count === 1 ? 'address' : 'addresses'}`;

/**
 * Mails everyone waiting for a resource that it is available, each of them once. Without `--send` it only counts them.
 *
 * @param rest the arguments after the command
 * @returns the exit code: 1 if someone could not be mailed
 * @throws Fault that says what to do
 */
export async function announce(rest: readonly string[]): Promise<number> {
  const send = rest.includes('--send');
  const [resource, ...more] = rest.filter((word) => word !== '--send');
  if (!resource || more.length > 0) throw new Fault(USAGE);
  const access = await teamAccess();

  async function call(sending: boolean): Promise<ResourceAnnouncement> {
    const response = await fetch(`${access.url}/functions/v1/resource-announcement`, {
      method: 'POST',
      headers: { apikey: access.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resource_type: resource, send: sending }),
      // It would take the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(120_000),
    }).catch((error: unknown) => {
      throw new Fault(`${access.name} does not answer: ${(error as Error).message}`);
    });
    const body = (await response.json().catch(() => ({}))) as ResourceAnnouncement & { error?: { message: string } };
    if (!response.ok)
      throw new Fault(body.error?.message ?? `${access.name} answered ${response.status}. Is the function deployed?`);
    return body;
  }

  const { waiting } = await call(false);
  if (!send) {
    console.log(
      waiting === 0
        ? `Nobody is waiting for "${resource}".`
        : `${people(waiting)} would be mailed about "${resource}". Nothing was sent; add --send to mail them.`,
    );
    return 0;
  }
  let sent = 0;
  let failed = 0;
  for (;;) {
    const result = await call(true);
    sent += result.sent;
    failed += result.failed;
    if (result.sent > 0) console.log(`Mailed ${people(sent)}; ${result.waiting - failed} to go.`);
    // Each address that waited at the beginning is tried once: one whose mail failed is soon due again.
    if (result.sent + result.failed > 0 && sent + failed < waiting) continue;

    if (failed > 0)
      console.error(`${people(failed)} could not be mailed; see the function's log. The next run tries them again.`);
    else if (result.waiting > 0)
      console.error(
        `${people(result.waiting)} left: another run is mailing them, or their mailbox got enough mails within the hour. Try again later.`,
      );
    else console.log(sent === 0 ? `Nobody is waiting for "${resource}".` : `Done: ${people(sent)}, each mailed once.`);
    return result.waiting === 0 ? 0 : 1;
  }
}
