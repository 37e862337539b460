import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { ownAddress } from './server/own-address.ts';

const sites: Server[] = [];
async function startSite(): Promise<string> {
  const site = createServer((_, response) => response.end('the site'));
  sites.push(site);
  const address = await ownAddress(site);
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return address;
}
afterEach(() => {
  for (const site of sites.splice(0)) {
    site.close();
    site.closeAllConnections();
  }
});

it('the editor opens at the port that is held for it', async () => {
  const site = createServer();
  expect(await ownAddress(site, '40123')).toBe('http://127.0.0.1:40123');
});

it('the editor opens at an address that no earlier run had, until the dev server stops', async () => {
  const first = await startSite();
  expect(await (await fetch(first)).text()).toBe('the site');
  const [site] = sites.splice(0);
  site?.close();
  site?.closeAllConnections();
  await expect(fetch(first)).rejects.toThrow();
  expect(await startSite()).not.toBe(first);
});
