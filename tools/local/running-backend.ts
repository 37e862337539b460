import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What other commands need to know of a backend that runs on this machine. */
export interface RunningBackend {
  pid: number;
  apiUrl: string;
}

const fileIn = (folder: string) => join(folder, 'running.json');

/** Leaves word of this backend in its folder. Returns what takes it back. */
export function announceBackend(folder: string, apiUrl: string): () => void {
  const file = fileIn(folder);
  writeFileSync(file, JSON.stringify({ pid: process.pid, apiUrl } satisfies RunningBackend));
  return () => {
    if (runningBackend(folder)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The backend that runs on this folder; one that was killed left word, but runs no longer. */
export function runningBackend(folder: string): RunningBackend | undefined {
  try {
    const running = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as RunningBackend;
    process.kill(running.pid, 0);
    return running;
  } catch {
    return undefined;
  }
}
