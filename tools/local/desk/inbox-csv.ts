import { csvTable } from '../../../src/lib/csv.ts';
import type { InboxRequest } from './stored-requests.ts';

/** In this order. */
const COLUMNS = [
  'created_at',
  'kind',
  'name',
  'email',
  'subject',
  'message',
  'page',
  'notified_at',
  'tries',
  'failure',
  'dead_at',
  'id',
] as const satisfies (keyof InboxRequest)[];

/** The inbox as a table for spreadsheets, see {@link csvTable}. */
export const inboxCsv = (requests: readonly InboxRequest[]): string =>
  csvTable(
    requests.map((request) => ({ ...request })),
    COLUMNS,
    ['message'],
  );
