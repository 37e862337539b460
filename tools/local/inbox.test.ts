import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { inboxCsv } from './desk/inbox-csv.ts';
import { inboxPage } from './desk/pages.ts';

const request = {
  id: '6f1c2b9e-0000-4000-8000-000000000001',
  kind: 'contact_submissions',
  email: 'zoe@example.com',
  subject: '',
  page: '/',
  created_at: '2026-11-21T10:00:00Z',
  notified_at: null,
  tries: 0,
  failure: '',
  dead_at: null,
  resume: null,
} as const;

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
        const csv = inboxCsv([{ ...request, name: one, message: two }]);
        for (const cell of PARSERS[name]?.(csv, separator).flat() ?? []) expect(cell).not.toMatch(FORMULA);
      }),
      { numRuns: 1000, seed: 9 },
    );
  },
);

it.each(['x;"=1+1;y', 'hello\n"=HYPERLINK(A1);z', 'a;\u00a0=1+1'])('%j has none for a program that reads ;', (text) => {
  const csv = inboxCsv([{ ...request, name: 'Zoë', message: text }]);
  for (const read of Object.values(PARSERS))
    for (const cell of read(csv, ';').flat()) expect(cell).not.toMatch(FORMULA);
});

it('the table has marks that turn text around only in a message', () => {
  const typed = { name: '\u202Etxt.exe', subject: '\u2067Acme\nInc.', message: '\u200Fשלום\nA', page: '/\u202E' };
  const [, row] = parse(inboxCsv([{ ...request, ...typed }]), { bom: true });
  expect(row?.slice(2, 7)).toEqual(['txt.exe', request.email, 'Acme Inc.', typed.message, '/']);
});

it('shows a name and a subject without marks that turn text around, and the message as typed', () => {
  const html = inboxPage(
    [{ ...request, name: '\u202Etxt.exe', subject: '\u2067Acme', message: '\u200Fשלום', page: '/\u202E' }],
    'http://localhost:4321',
  );
  const [before = '', message = ''] = html.split('<pre>');
  expect(before).toContain('<h2>txt.exe: Acme</h2>');
  expect(before).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
  expect(message).toContain('\u200Fשלום');
});
