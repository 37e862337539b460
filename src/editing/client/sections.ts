import type { Change, Entry } from '../protocol.ts';
import { nameOf } from './new-file.ts';
import { saveNow } from './saving.ts';
import { $notice, $toShow } from './state.ts';

/** The file with the order of the home page's sections (src/schemas/home.ts). */
export const ORDER_FILE = 'content/home/order.yaml';

/** Whether a file is a section of the home page. */
export const isSection = (file: string): boolean => file.startsWith('content/home/') && file.endsWith('.mdx');

/** A section's place among those of the home page. */
export interface SectionPlace {
  /** From 0, in content/home/order.yaml. */
  index: number;
  hidden: boolean;
  /** The places that moving it up or down leads to, past hidden sections; undefined at the ends, and below the hero. */
  up?: number;
  down?: number;
  /** The hero is always first, and always shown. */
  isHero: boolean;
}

interface Place {
  section: string;
  hidden?: true;
}

/** The places that the file lists. */
const placesIn = ({ data }: Entry): Place[] => (data['sections'] ?? []) as unknown as Place[];

/** The place of a section. One that is not listed comes last. */
export function placeOfSection(file: string, order: Entry): SectionPlace {
  const places = placesIn(order);
  const listed = places.findIndex(({ section }) => section === nameOf(file));
  const index = listed < 0 ? places.length : listed;
  const isShown = (place: Place | undefined, at: number) => at > 0 && place !== undefined && place.hidden !== true;
  const up = places.findLastIndex((place, at) => at < index && isShown(place, at));
  const down = places.findIndex((place, at) => at > index && isShown(place, at));
  const isHero = index === 0;
  return {
    index,
    hidden: places[listed]?.hidden === true,
    isHero,
    ...(!isHero && up >= 0 && { up }),
    ...(!isHero && down >= 0 && { down }),
  };
}

/** Changes the place of a section, and saves it. If the site can't be built without the section, a notice says why. */
export async function changeSection(
  file: string,
  order: Entry,
  what: { moveTo: number } | { hide: boolean },
): Promise<void> {
  const { index } = placeOfSection(file, order);
  const path = ['sections', index];
  const isNew = index === placesIn(order).length;
  const changes: Change[] = isNew ? [{ do: 'insert', path, value: { section: nameOf(file) } }] : [];
  if ('moveTo' in what) changes.push({ do: 'move', path, to: what.moveTo });
  else if (what.hide) changes.push({ do: 'set', path: [...path, 'hidden'], value: true });
  else changes.push({ do: 'remove', path: [...path, 'hidden'] });
  $toShow.set(file);
  await saveNow(order, changes, 'moveTo' in what ? 'moved' : 'hidden');
  if ($notice.get()?.refused) $toShow.set('');
}
