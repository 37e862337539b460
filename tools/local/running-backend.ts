import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What other commands need to know about a backend running on this machine. */
export interface RunningBackend {
  pid: number;
  apiUrl: string;
  /** Where the site is served that belongs to it. */
  siteUrl: string;
}

const fileIn = (folder: string) => join(folder, 'running.json');

/** Writes a file about this backend into its folder. Returns a function that removes the file. */
export function announceBackend(folder: string, apiUrl: string, siteUrl: string): () => void {
  const file = fileIn(folder);
  writeFileSync(file, JSON.stringify({ pid: process.pid, apiUrl, siteUrl } satisfies RunningBackend));
  return () => {
    if (runningBackend(folder)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The backend running on this folder. Ignores the file of one that was killed. */
export function runningBackend(folder: string): RunningBackend | undefined {
  try {
    const running = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as RunningBackend;
    process.kill(running.pid, 0);
    // Root may signal everybody's processes, and another user's may have the number of one that was killed.
    if (process.getuid?.() === 0 && existsSync('/proc') && statSync(`/proc/${running.pid}`).uid !== 0) return undefined;
    return running;
  } catch {
    return undefined;
  }
}
