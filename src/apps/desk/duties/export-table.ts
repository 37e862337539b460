import { csvTable, type Cell } from '../../../lib/csv.ts';
import { kindName, STATE_NAMES } from '../kinds.ts';
import type { Exported } from '../shapes.ts';

/** What the list knows of every request, in this order. */
const COMMON = 'received kind name email subject state assigned_to opened_at answered_at dead_letter'.split(' ');

/** The columns that visitors write as longer texts. */
const TEXTS = ['message', 'note', 'motivation', 'experience', 'transcript', 'outcome', 'summary'];

/** Columns of a request's own table that say nothing more, or only to programs. */
const LEFT_OUT = new Set(['id', 'name', 'email', 'created_at', 'source', 'fill_ms', 'subject']);

/**
 * Exported requests as a table for spreadsheets: what all have in common, then what each kind has, the id at the end.
 *
 * @param addressOf the address of a member of staff
 */
export function exportTable(exported: readonly Exported[], addressOf: (person: string) => string): string {
  const own = [...new Set(exported.flatMap(({ request }) => Object.keys(request)))].filter(
    (name) => !LEFT_OUT.has(name),
  );
  const rows = exported.map((entry): Record<string, Cell> => ({
    ...entry.request,
    id: entry.id,
    received: entry.created_at,
    kind: kindName(entry.kind),
    name: entry.name,
    email: entry.email,
    subject: entry.subject,
    state: STATE_NAMES[entry.state],
    assigned_to: entry.assigned_to === null ? '' : addressOf(entry.assigned_to),
    opened_at: entry.opened_at,
    answered_at: entry.answered_at,
    dead_letter: entry.dead ? 'yes' : 'no',
  }));
  return csvTable(rows, [...COMMON, ...own, 'id'], TEXTS);
}

/** The name of an export's file, for example requests-2026-11-25.csv. */
export const exportName = (now = new Date()): string => `requests-${now.toISOString().slice(0, 10)}.csv`;
