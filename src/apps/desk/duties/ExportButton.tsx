import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { save } from '../download.ts';
import { failureFrom } from '../failure.ts';
import { $list } from '../list/list.ts';
import { $place } from '../list/navigation.ts';
import { filterOf, isFiltered } from '../list/place.ts';
import { $colleagues } from '../people.ts';
import { exportRequests } from '../requests.ts';
import { exportName, exportTable } from './export-table.ts';

/** Saves what the list shows, with its older pages, as a table. */
export function ExportButton() {
  const [busy, setBusy] = useState(false);
  const place = useStore($place);
  const { entries } = useStore($list);
  async function run(): Promise<void> {
    setBusy(true);
    try {
      const exported = await exportRequests(filterOf(place));
      const address = (person: string) =>
        $colleagues.get().find(({ user_id }) => user_id === person)?.email ?? 'a former colleague';
      const name = exportName();
      save(new Blob([exportTable(exported, address)], { type: 'text/csv;charset=utf-8' }), name);
      const { length } = exported;
      showToast({
        tone: 'success',
        title: 'Exported',
        text: `${length} ${length === 1 ? 'request' : 'requests'}, as ${name}.`,
      });
    } catch (error) {
      showToast({ tone: 'error', title: 'Not exported', text: failureFrom(error).message });
    } finally {
      setBusy(false);
    }
  }
  if (entries.length === 0) return null;
  return (
    <button
      type="button"
      className="text-button ml-auto"
      aria-disabled={busy || undefined}
      onClick={() => !busy && void run()}
    >
      {busy ? 'Exporting …' : isFiltered(place) ? 'Export these' : 'Export all'}
    </button>
  );
}
