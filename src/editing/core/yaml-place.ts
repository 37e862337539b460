import { isAlias } from 'yaml';
import type { Path } from '../protocol.ts';
import { shortcutRefused, unusualRefused } from './refused-error.ts';
import { type Holder, isHolder, isMarked, type Slot, slotsOf } from './slots.ts';
import { NoSuchPlaceError } from './values.ts';
import type { Fields } from './yaml-fields.ts';

/** A field or list entry, with its parent. */
export interface YamlPlace {
  readonly holder: Holder;
  /** All fields or entries of the same parent. */
  readonly slots: readonly Slot[];
  readonly index: number;
  readonly slot: Slot;
  /** Whether it or an ancestor is in brackets or braces. */
  readonly inFlow: boolean;
  /** The place of its parent; undefined at the top level. */
  readonly above: YamlPlace | undefined;
}

/** The index of a field or entry; -1 for a field that does not exist. */
export const indexIn = (slots: readonly Slot[], key: string | number): number =>
  typeof key === 'number' ? key : slots.findIndex((slot) => slot.key === key);

/**
 * The fields or list at a path.
 *
 * @throws RefusedError when the path leads through a YAML anchor, alias or tag
 */
export function holderAt(
  fields: Fields,
  path: Path,
): { holder: Holder; above: YamlPlace | undefined; inFlow: boolean } {
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
 * The field or entry at a path.
 *
 * @throws RefusedError when it is, or the path leads through, a YAML anchor, alias or tag
 */
export function placeOf(fields: Fields, path: Path): YamlPlace {
  const { holder, above, inFlow } = holderAt(fields, path.slice(0, -1));
  const slots = slotsOf(holder, fields.source);
  const index = indexIn(slots, path.at(-1) ?? '');
  const slot = slots[index];
  if (!slot) throw unusualRefused();
  if (slot.node && (isAlias(slot.node) || isMarked(slot.node))) throw shortcutRefused();
  return { holder, slots, index, slot, inFlow, above };
}
