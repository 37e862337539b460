import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

function readKeys(): string[] {
  try {
    const site = parse(readFileSync('content/site.yaml', 'utf8')) as { figures?: object } | null;
    return Object.keys(site?.figures ?? {});
  } catch {
    // The check of the file itself reports this.
    return [];
  }
}

/**
 * The keys of the headline figures in content/site.yaml when the process started. Copy refers to them as
 * `{students-trained}` and so on.
 */
export const FIGURE_KEYS: readonly string[] = readKeys();
