// The build for browsers: the desk uses it, too. The folder is the package's, not ours.
// oxlint-disable-next-line no-restricted-imports
import { stringify } from 'csv-stringify/browser/esm/sync';
import { plainLine } from '../backend/text-rules.ts';

/** A value of a table. */
export type Cell = string | number | boolean | null;

/**
 * A formula at the start of a value, or of what a program with another separator than the comma takes for a cell, as in
 * many countries. Blanks, invisible characters and quotation marks before it do not count: programs remove them.
 */
const FORMULA = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;|\t\r\n])[\s\p{C}"]*)/gu;

/**
 * A table for spreadsheets (RFC 4180): UTF-8 with a byte order mark. Visitors typed the values, so anything that a
 * spreadsheet would treat as a formula gets an apostrophe in front.
 *
 * @param columns in this order; a row may have others
 * @param texts the columns whose values are as they were typed; the others are one line without misleading characters
 */
export const csvTable = (
  rows: readonly Readonly<Record<string, Cell | undefined>>[],
  columns: readonly string[],
  texts: readonly string[],
): string =>
  stringify([...rows], {
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    // Programs take any of them for the end of a row or a cell.
    quoted_match: /[\r\n;\t|]/,
    escape_formulas: true,
    cast: {
      boolean: String,
      string: (text, { column }) => (texts.includes(String(column)) ? text : plainLine(text)).replace(FORMULA, "'"),
    },
  });
