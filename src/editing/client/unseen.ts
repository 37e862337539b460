import { related, startsWith } from '../core/paths.ts';
import { ofList, throughChanges } from '../core/shifted-paths.ts';
import type { Change, Path } from '../protocol.ts';
import { formData } from './entries.ts';
import { whereOf } from './form-path.ts';
import { $entries, $panel, drafts } from './state.ts';

/** Whether a form that shows some values shows a change. The place of an entry that is gone is its list. */
function shows(paths: readonly Path[], { do: what, path }: Change, place: Path): boolean {
  const gone = what === 'remove' && ofList({ do: what, path });
  return paths.some((shown) => (gone ? startsWith(place, shown) : related(shown, place)));
}

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
    const whole = change.do === 'remove' && ofList(change) ? change.path.slice(0, -1) : change.path;
    const moved = change.do === 'move' ? [...change.path.slice(0, -1), change.to] : whole;
    const place = throughChanges(moved, draft.changes.slice(index + 1));
    return place && !shows(panel.paths, change, place) ? [place] : [];
  });
  return [...new Set(places.map((place) => whereOf(form, data, place)))];
}
