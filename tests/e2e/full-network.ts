import type { Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { anyAddress, fromAddress } from '../setup/network.ts';

/** From now on, a page's requests come from a network that has sent as many as it may. */
export async function comeFromFullNetwork(
  page: Page,
  { apiUrl, networkKey }: { apiUrl: string; networkKey: string },
  database: Sql,
): Promise<void> {
  const ip = anyAddress();
  await database`
    insert into private.request_log (network_hash)
    select private.salted(${ip}) from private.settings, generate_series(1, requests_per_ip)`;
  await page.route(`${apiUrl}/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...fromAddress(networkKey, ip) } }),
  );
}
