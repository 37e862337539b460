import { atom } from 'nanostores';
import { ask } from './api.ts';
import { SITE_FILE } from './placeholders.ts';
import { $entries } from './state.ts';
import type { Data } from '../core/values.ts';

/** The fields of content/site.yaml, for placeholders; undefined until they are loaded. */
export const $site = atom<Data | undefined>(undefined);

/** Loads them. Without them, placeholders are shown as they are. */
export async function readSite(): Promise<void> {
  try {
    $site.set((await ask('entry', { file: SITE_FILE })).data);
  } catch (error) {
    console.warn('Could not load the values of placeholders.', error);
  }
}

$entries.listen((entries) => {
  const entry = entries[SITE_FILE];
  if (entry) $site.set(entry.data);
});
