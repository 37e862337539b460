import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { exportName, exportTable } from '../../src/apps/desk/duties/export-table.ts';
import type { Exported } from '../../src/apps/desk/shapes.ts';

const exported = (changes: Partial<Exported> = {}): Exported => ({
  kind: 'contact_submissions',
  id: '6f1c2b9e-0000-4000-8000-000000000001',
  created_at: '2026-11-25T10:00:00+00:00',
  name: 'Zoë',
  email: 'zoe@example.com',
  subject: 'Acme',
  dead: false,
  state: 'in work',
  opened_at: '2026-11-25T11:00:00+00:00',
  answered_at: null,
  assigned_to: 'a person',
  version: 2,
  changed_by: null,
  request: { id: 'x', name: 'Zoë', email: 'zoe@example.com', message: 'One\nTwo', page: '/', tries: 0, passed: true },
  ...changes,
});
const read = (rows: Exported[]) =>
  parse<Record<string, string>>(
    exportTable(rows, () => 'ada@example.com'),
    { bom: true, columns: true },
  );

it('an export of the desk has what the list knows, what each kind has, and words instead of codes', () => {
  const [one, two] = read([
    exported(),
    exported({ kind: 'demo_bookings', dead: true, assigned_to: null, request: { topic: 'AI' } }),
  ]);
  expect(one).toMatchObject({
    received: '2026-11-25T10:00:00+00:00',
    kind: 'Consultation',
    name: 'Zoë',
    subject: 'Acme',
    state: 'In work',
    assigned_to: 'ada@example.com',
    answered_at: '',
    dead_letter: 'no',
    message: 'One\nTwo',
    tries: '0',
    passed: 'true',
    topic: '',
    id: '6f1c2b9e-0000-4000-8000-000000000001',
  });
  expect(two).toMatchObject({ kind: 'Demo booking', topic: 'AI', message: '', assigned_to: '', dead_letter: 'yes' });
});

it('an export of the desk has no formula in any field, and one line where one line belongs', () => {
  const [row] = read([
    exported({
      name: '=1+1',
      email: '+1@example.com',
      subject: '@SUM(A1)',
      request: { message: '-1\n=2', page: '\u202E/a\nb', topic: '＝1' },
    }),
  ]);
  for (const cell of Object.values(row ?? {})) expect(cell).not.toMatch(/(?:^|\n)[=+\-@\uFF1D]/);
  expect(row?.['page']).toBe('/a b');
});

it('an export’s file has the day in its name', () => {
  expect(exportName(new Date('2026-11-25T10:00:00Z'))).toBe('requests-2026-11-25.csv');
});
