import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import getPort from 'get-port';

/** The results of the readers of the site. */
export interface Reading {
  /** Milliseconds for each complete file. */
  times: number[];
  /** The uncompressed size of all of them. */
  bytes: number;
  /** What was wrong, one line each. */
  faults: string[];
}

const SCRIPT = fileURLToPath(new URL('site-process.ts', import.meta.url));

/** Every file of a built site, by its URL path. */
function filesOf(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^_headers$|\.br$|^404\.html$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => {
      const path = file.slice(folder.length).replaceAll('\\', '/');
      return [encodeURI(path.replace(/\/index\.html$/, '/').replace(/\.html$/, '')), readFileSync(file)];
    }),
  );
}

/**
 * Readers that fetch one file after another from the static server until `work` is done. Every response is compared
 * with the file.
 *
 * @param folder a built site
 */
export async function readMeanwhile(
  folder: string,
  readers: number,
  seed: number,
  work: () => Promise<void>,
): Promise<Reading> {
  const files = [...filesOf(folder)];
  const port = await getPort();
  const server = fork(SCRIPT, { env: { ...process.env, SITE_FOLDER: folder, SITE_PORT: String(port) } });
  await once(server, 'message');
  const reading: Reading = { times: [], bytes: 0, faults: [] };
  const ending = new AbortController();

  async function get(path: string, expected: Buffer): Promise<void> {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } });
    const body = Buffer.from(await response.arrayBuffer());
    reading.times.push(performance.now() - start);
    reading.bytes += body.byteLength;
    if (response.status !== 200) reading.faults.push(`${path} was answered ${response.status}`);
    else if (!body.equals(expected)) reading.faults.push(`${path} came with other bytes than the file`);
  }
  async function read(order: readonly (readonly [string, Buffer])[]): Promise<void> {
    for (let next = 0; !ending.signal.aborted; next = (next + 1) % order.length) {
      const [path, expected] = order[next] ?? ['/', Buffer.alloc(0)];
      try {
        await get(path, expected);
      } catch (error) {
        reading.faults.push(`${path} was not answered: ${(error as Error).message}`);
      }
    }
  }

  const orders = fc.sample(fc.shuffledSubarray(files, { minLength: files.length }), { numRuns: readers, seed });
  try {
    const all = Promise.all(orders.map(read));
    try {
      await work();
    } finally {
      ending.abort();
    }
    await all;
  } finally {
    const gone = once(server, 'exit');
    server.disconnect();
    await gone;
  }
  return reading;
}
