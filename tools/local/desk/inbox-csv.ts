import { stringify } from 'csv-stringify/sync';
import { plainLine } from '../../../src/backend/text-rules.ts';
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

/**
 * A formula at the start of a value, or of what a program with another separator than the comma takes for a cell, as in
 * many countries. Blanks, invisible characters and quotation marks before it do not count: programs remove them.
 */
const FORMULA = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;|\t\r\n])[\s\p{C}"]*)/gu;

/**
 * The inbox as a table for spreadsheets (RFC 4180): UTF-8 with a byte order mark. Visitors typed the values, so
 * anything that a spreadsheet would treat as a formula gets an apostrophe in front. Only a message is as it was typed;
 * the other values are one line without misleading characters, as in the inbox.
 */
export const inboxCsv = (requests: readonly InboxRequest[]): string =>
  stringify([...requests], {
    columns: [...COLUMNS],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (text, { column }) => (column === 'message' ? text : plainLine(text)).replace(FORMULA, "'") },
  });
