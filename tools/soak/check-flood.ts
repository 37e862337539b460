import type { Sql } from 'postgres';
import { countMails, faultsOfResumes, faultsOfRows, teamMailOf } from './stored.ts';
import type { Flood } from './flood.ts';

/** The backend that received a flood. */
export interface Flooded {
  database: Sql;
  folder: string;
  apiUrl: string;
  secretKey: string;
}

/** Mails everyone who waits for a resource. */
async function tellWaiting(apiUrl: string, secretKey: string, resource: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${apiUrl}/functions/v1/resource-announcement`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resource_type: resource, send: true }),
    });
    const { sent } = (await response.json()) as { sent?: number };
    if (!sent) return;
  }
}

/**
 * What is missing after a flood, one line each: every row and every resume must be stored as sent, the team mailed
 * about each request exactly once, and everyone who waits for a resource mailed exactly once when it is available.
 */
export async function faultsOfFlood(
  { confirmed, faults }: Flood,
  { database, folder, apiUrl, secretKey }: Flooded,
): Promise<string[]> {
  const waiting = confirmed.filter(({ table }) => table === 'notification_requests');
  const resources = new Set(waiting.map(({ row }) => (row as unknown as { resource_type: string }).resource_type));
  for (const resource of resources) await tellWaiting(apiUrl, secretKey, resource);

  const mails = countMails(folder);
  const unequal = confirmed.flatMap((submission) => {
    const mail = teamMailOf(submission) ?? `${submission.id}.available`;
    const times = mails.get(mail) ?? 0;
    return times === 1 ? [] : [`${submission.table} ${submission.id}: its mail was sent ${times} times`];
  });
  return [
    ...faults,
    ...(await faultsOfRows(database, confirmed)),
    ...(await faultsOfResumes(apiUrl, secretKey, confirmed)),
    ...unequal,
  ];
}
