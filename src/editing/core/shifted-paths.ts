import type { Change, Path } from '../protocol.ts';
import { startsWith } from './paths.ts';

/** Whether a change inserts, moves or removes a list entry, and so shifts others. */
export const ofList = ({ do: what, path }: Change): boolean =>
  what === 'insert' || what === 'move' || (what === 'remove' && typeof path.at(-1) === 'number');

/** The path of a value after changes; undefined if it was removed. */
export function throughChanges(path: Path, changes: readonly Change[]): Path | undefined {
  return changes.reduce<Path | undefined>((place, change) => {
    if (!place) return undefined;
    if (change.do === 'set') return place;
    if (change.do === 'remove' && startsWith(place, change.path)) return undefined;
    const depth = change.path.length - 1;
    const from = change.path[depth];
    const index = place[depth];
    if (typeof from !== 'number' || typeof index !== 'number' || !startsWith(place, change.path.slice(0, -1)))
      return place;
    return [...place.slice(0, depth), indexAfter(index, from, change), ...place.slice(depth + 1)];
  }, path);
}

/** The path of a value before changes; undefined if they added it. */
export function beforeChanges(path: Path, changes: readonly Change[]): Path | undefined {
  return throughChanges(path, changes.toReversed().map(opposite));
}

/** The inverse of a change, as far as it shifts paths. */
function opposite(change: Change): Change {
  if (change.do === 'insert') return { do: 'remove', path: change.path };
  if (change.do === 'remove' && ofList(change)) return { do: 'insert', path: change.path, value: null };
  if (change.do === 'move') {
    const from = change.path.at(-1);
    return typeof from === 'number' ? { do: 'move', path: [...change.path.slice(0, -1), change.to], to: from } : change;
  }
  return change.do === 'remove' ? { do: 'set', path: change.path, value: null } : change;
}

function indexAfter(index: number, from: number, change: Change): number {
  if (change.do === 'insert') return index >= from ? index + 1 : index;
  if (change.do === 'remove') return index > from ? index - 1 : index;
  if (change.do !== 'move') return index;
  if (index === from) return change.to;
  const gone = index > from ? index - 1 : index;
  return gone >= change.to ? gone + 1 : gone;
}
