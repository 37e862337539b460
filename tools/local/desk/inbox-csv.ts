import { stringify } from 'csv-stringify/sync';
import type { InboxRequest } from './stored-requests.ts';

/** In the order of the columns. */
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

/** Where a cell begins for a program that takes another sign than the comma for the end of one, as many countries do. */
const FORMULA_WITHIN = /([;\t\r\n] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * The inbox as a table for spreadsheets (RFC 4180): UTF-8 with the mark by which they tell, and an apostrophe before what
 * they would take for a formula, because a visitor typed it.
 */
export const inboxCsv = (requests: readonly InboxRequest[]): string =>
  stringify([...requests], {
    columns: [...COLUMNS],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (text) => text.replace(FORMULA_WITHIN, "$1'") },
  });
