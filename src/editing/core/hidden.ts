import type { ListField } from './field.ts';
import { isGroup } from './values.ts';
import type { Value } from '../protocol.ts';

/** The field of a list entry that hides it (src/schemas/hidden.ts). */
export const HIDDEN = 'hidden';

/** Whether the entries of a list can be hidden. */
export const canHide = ({ items }: ListField): boolean => items.kind === 'group' && HIDDEN in items.fields;

export const isHidden = (entry: Value | undefined): boolean => isGroup(entry) && entry[HIDDEN] === true;
