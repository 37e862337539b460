import type { View } from '../list/place.ts';

/** The views of the desk, as its menu names them. */
export const VIEW_NAMES: Readonly<Record<View, string>> = {
  requests: 'Requests',
  waiting: 'Waiting lists',
  figures: 'Figures',
  log: 'Log',
  erase: 'Erase an address',
};
