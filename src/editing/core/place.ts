import { isAlias } from 'yaml';
import type { Path } from '../protocol.ts';
import { shortcutRefused, unusualRefused } from './refused-error.ts';
import { type Holder, isHolder, isMarked, type Slot, slotsOf } from './slots.ts';
import { NoSuchPlaceError } from './values.ts';
import type { Fields } from './yaml-fields.ts';

/** A field or an entry of a list, with what holds it. */
export interface Place {
  readonly holder: Holder;
  /** All that stands in the same holder. */
  readonly slots: readonly Slot[];
  readonly index: number;
  readonly slot: Slot;
  /** It stands in brackets or braces, or something around it does. */
  readonly inFlow: boolean;
  /** Where its holder stands; the fields of the file themselves stand nowhere. */
  readonly above: Place | undefined;
}

/** Where in a holder something stands; -1 for a field that is not there. */
export const indexIn = (slots: readonly Slot[], key: string | number): number =>
  typeof key === 'number' ? key : slots.findIndex((slot) => slot.key === key);

/**
 * Fields or a list, with where they stand.
 *
 * @throws RefusedError when what leads there stands in a shortcut of YAML
 */
export function holderAt(fields: Fields, path: Path): { holder: Holder; above: Place | undefined; inFlow: boolean } {
  if (path.length === 0) {
    if (!fields.root) throw new NoSuchPlaceError(path);
    return { holder: fields.root, above: undefined, inFlow: fields.root.flow === true };
  }
  const above = placeOf(fields, path);
  const node = above.slot.node;
  if (!isHolder(node)) throw unusualRefused();
  return { holder: node, above, inFlow: above.inFlow || node.flow === true };
}

/**
 * What stands at a place.
 *
 * @throws RefusedError when it, or what leads there, stands in a shortcut of YAML
 */
export function placeOf(fields: Fields, path: Path): Place {
  const { holder, above, inFlow } = holderAt(fields, path.slice(0, -1));
  const slots = slotsOf(holder, fields.source);
  const index = indexIn(slots, path.at(-1) ?? '');
  const slot = slots[index];
  if (!slot) throw unusualRefused();
  if (slot.node && (isAlias(slot.node) || isMarked(slot.node))) throw shortcutRefused();
  return { holder, slots, index, slot, inFlow, above };
}
