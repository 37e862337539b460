import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { csvTable } from '../../src/lib/csv.ts';

/** A table with one row of these values; only `message` is as it was typed. */
const tableOf = (row: Record<string, string>): string => csvTable([row], Object.keys(row), ['message']);

/** The cells as two unrelated parsers read them, with this separator. */
const PARSERS: Record<string, (csv: string, delimiter: string) => string[][]> = {
  'csv-parse': (csv, delimiter) =>
    parse(csv, { bom: true, delimiter, relax_column_count: true, ...(delimiter !== ',' && { quote: false }) }),
  papaparse: (csv, delimiter) => Papa.parse<string[]>(csv.slice(1), { delimiter }).data,
};

/** What a spreadsheet calculates, even behind blanks, invisible characters and quotation marks that it removes. */
const FORMULA = /^[\s\p{C}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

const PIECES = [
  ...[';', ',', '|', '\t', '\n', '\r\n', '"', "'", ' ', '\u00a0', '\u200b', '\ufeff'],
  ...['=1+1', '+1', '-1', '@A1', '\uff1d1', 'x', '🦊'],
];
const typed = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

it.each(Object.keys(PARSERS))(
  'no cell begins with a formula, between commas, semicolons, tabs or pipes, as %s reads it',
  (name) => {
    fc.assert(
      fc.property(typed, typed, fc.constantFrom(',', ';', '\t', '|'), (one, two, separator) => {
        const csv = tableOf({ name: one, message: two });
        for (const cell of PARSERS[name]?.(csv, separator).flat() ?? []) expect(cell).not.toMatch(FORMULA);
      }),
      { numRuns: 1000, seed: 9 },
    );
  },
);

it.each(['x;"=1+1;y', 'hello\n"=HYPERLINK(A1);z', 'a;\u00a0=1+1'])('%j has none for a program that reads ;', (text) => {
  const csv = tableOf({ name: 'Zoë', message: text });
  for (const read of Object.values(PARSERS))
    for (const cell of read(csv, ';').flat()) expect(cell).not.toMatch(FORMULA);
});

it.each(['\r\n', '\n', '\r'])('a text of several lines is one cell for a program that ends rows with %j', (end) => {
  const message = 'Two summers\n2026-11-29;Consultation\rB';
  const csv = tableOf({ name: 'Zoë', message, page: '/' });
  const rows = parse(csv, { bom: true, record_delimiter: ['\r\n', end], relax_column_count: true });
  expect(rows).toEqual([
    ['name', 'message', 'page'],
    ['Zoë', message, '/'],
  ]);
});

it('the table has marks that turn text around only in a message', () => {
  const typed = { name: '\u202Etxt.exe', subject: '\u2067Acme\nInc.', message: '\u200Fשלום\nA', page: '/\u202E' };
  const [, row] = parse(tableOf(typed), { bom: true });
  expect(row).toEqual(['txt.exe', 'Acme Inc.', typed.message, '/']);
});
