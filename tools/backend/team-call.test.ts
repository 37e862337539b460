import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { announce } from './announce.ts';
import { openTeamCalls } from './team-call.ts';

const undo: (() => unknown)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  undo.splice(0).forEach((step) => step());
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  undo.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the secret key follows no redirect to another host', async () => {
  const reached: unknown[] = [];
  const other = await listen((request, response) => {
    reached.push(request.headers['apikey']);
    response.end('{}');
  });
  const backend = await listen((request, response) =>
    response.writeHead(307, { location: `${other}${request.url ?? ''}` }).end(),
  );
  vi.stubEnv('PUBLIC_SUPABASE_URL', backend);
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  const calls = await openTeamCalls();
  await expect(calls.database('erase_address', { address: 'ada@example.com' })).rejects.toThrow('failed');
  await expect(calls.sweep()).rejects.toThrow('failed');
  await expect(announce(['New Research'])).rejects.toThrow('does not answer');
  expect(reached).toEqual([]);
});

it('the secret key is not sent to an address that is not encrypted', async () => {
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'http://project.example');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  await expect(openTeamCalls()).rejects.toThrow('must begin with https');
});
