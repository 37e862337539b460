import { readFileSync } from 'node:fs';
import { parseCopy } from './messages.ts';

const SITE = 'content/site.yaml';

function keysOf(field: 'figures' | 'retention'): readonly string[] {
  try {
    const site = parseCopy(readFileSync(SITE, 'utf8'), SITE) as Partial<Record<typeof field, object>> | null;
    return Object.keys(site?.[field] ?? {});
  } catch {
    // The check of the file itself reports this.
    return [];
  }
}

/** The keys in content/site.yaml when the process started. */
export const siteKeys = { figures: keysOf('figures'), retention: keysOf('retention') };
