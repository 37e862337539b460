import { related, startsWith } from '../core/paths.ts';
import { ofList, throughChanges } from '../core/shifted-paths.ts';
import type { Change, Path } from '../protocol.ts';
import { formData } from './entries.ts';
import { whereOf } from './form-path.ts';
import { HIDDEN } from '../core/hidden.ts';
import { $entries, $panel, drafts } from './state.ts';

/** Whether a change is one of a list: its place is the list then, not the entry. */
const ofWholeList = (change: Change) => change.do === 'move' || (change.do === 'remove' && ofList(change));

/** Whether a form that shows some values shows a change. The form of an entry shows its place in the list. */
const shows = (paths: readonly Path[], { do: what, path }: Change, place: Path): boolean =>
  paths.some((shown) =>
    what === 'remove' && path.at(-1) !== HIDDEN ? startsWith(place, shown) : related(shown, place),
  );

/**
 * What saving a file would save besides what the open form shows: the changed values, in the words of their labels.
 *
 * @param file whose form is open
 */
export function unseenChanges(file: string): string[] {
  const panel = $panel.get();
  const draft = drafts.get(file);
  const form = $entries.get()[file]?.form;
  const data = formData(file);
  if (panel?.kind !== 'form' || panel.file !== file || panel.all || !draft || !form || !data) return [];
  const places = draft.changes.flatMap((change, index) => {
    const isOfEntry = ofWholeList(change) || change.path.at(-1) === HIDDEN;
    const changed = isOfEntry ? change.path.slice(0, -1) : change.path;
    const place = throughChanges(changed, draft.changes.slice(index + 1));
    return place && !shows(panel.paths, change, place) ? [place] : [];
  });
  return [...new Set(places.map((place) => whereOf(form, data, place)))];
}
