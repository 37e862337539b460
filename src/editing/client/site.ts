import { atom } from 'nanostores';
import { ask } from './api.ts';
import { SITE_FILE } from './placeholders.ts';
import { $entries } from './state.ts';
import type { Data } from '../core/values.ts';

/** The fields of the site's own file, for what texts refer to; undefined until they are known. */
export const $site = atom<Data | undefined>(undefined);

/** Reads them. Without them, names in braces stay what they are. */
export async function readSite(): Promise<void> {
  try {
    $site.set((await ask('entry', { file: SITE_FILE })).data);
  } catch (error) {
    console.warn('What texts refer to could not be read.', error);
  }
}

$entries.listen((entries) => {
  const entry = entries[SITE_FILE];
  if (entry) $site.set(entry.data);
});
