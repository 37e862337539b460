import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A voice that reads text aloud. */
export interface Speech {
  /** Returns the text as a WAV file. Rejects if it can't be spoken. */
  speak(text: string): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** The size of the cache: greetings and common answers are requested repeatedly. */
const KEPT = 100;

const SPOKEN: [RegExp, string][] = [
  [/(\d)\s*[-–]\s*(\d)/g, '$1 to $2'],
  [/(\d+)\+/g, 'more than $1'],
  [/(\d+)x\b/g, '$1 times'],
  [/(\d)%/g, '$1 percent'],
  [/(\d)-(hour|minute|day|week|month)\b/g, '$1 $2'],
  [/&/g, ' and '],
  [/\bAI\b/g, 'A I'],
  [/\bSaaS\b/g, 'sass'],
  [/\bMoU\b/g, 'M O U'],
  [/[^\p{L}\p{N}\s.,;:!?'@-]/gu, ' '],
];

/** A text as it is read aloud, with figures and symbols in words. */
export const asSpoken = (text: string): string =>
  SPOKEN.reduce((spoken, [pattern, words]) => spoken.replace(pattern, words), text)
    .replace(/\s+/g, ' ')
    .trim();

/** Opens the voice. It is loaded when it first speaks. */
export function openSpeech(): Speech {
  const spoken = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();
  // A terminated worker can't delete its files.
  const folders = new Set<string>();
  const removeFolder = (folder: string) => {
    folders.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('speech-worker.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.on('message', ({ id, wave }: { id: number; wave: Uint8Array<ArrayBuffer> }) => {
      waiting.get(id)?.resolve(wave);
      waiting.delete(id);
    });
    // A text that can't be spoken must not silence the voice for good: the next one starts a new worker.
    started.on('error', (error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      worker = undefined;
    });
    return started;
  }

  function synthesise(text: string): Promise<Uint8Array<ArrayBuffer>> {
    worker ??= start();
    const id = ++lastId;
    const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    waiting.set(id, answer);
    // One for each sentence: an old one would be deleted by what cleans up, and another user could take its name.
    const folder = mkdtempSync(join(tmpdir(), 'speech-'));
    folders.add(folder);
    worker.postMessage({ id, folder, text: asSpoken(text) });
    return answer.promise.finally(() => removeFolder(folder));
  }

  return {
    speak(text) {
      const known = spoken.get(text);
      if (known) return known;
      const wave = synthesise(text);
      wave.catch(() => spoken.delete(text));
      spoken.set(text, wave);
      const [oldest] = spoken.keys();
      if (spoken.size > KEPT && oldest !== undefined) spoken.delete(oldest);
      return wave;
    },
    async close() {
      await worker?.terminate();
      folders.forEach(removeFolder);
    },
  };
}
