import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Envelope } from '../../../src/backend/request.ts';
import { fuzz, type Count, type FuzzResult } from './fuzz-run.ts';
import { FORMS, type FuzzedForm } from './form-inputs.ts';
import { withFreshIds } from './texts.ts';
import type { Ask } from './verdict.ts';

const ORIGIN = {
  page: '/',
  referrer_host: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** jsonb can't carry what PostgreSQL's text can't hold; the API refuses such values earlier. */
const canBeSent = (row: object) =>
  Object.values(row).every((value) => typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed()));

/** A form's schema and the database must not differ in what they admit, and what is admitted is stored as typed. */
export const fuzzForm = (form: FuzzedForm, ask: Ask, payloads: number, seed: number): Promise<FuzzResult> =>
  fuzz(
    `schema and database: ${form.table}`,
    fc.record({ values: form.values, resumeName: form.resumeName }),
    payloads,
    seed,
    async ({ values, resumeName }, count) => {
      const typed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withFreshIds(value)]));
      const resume = resumeName === undefined ? undefined : new File(['%PDF-'], resumeName);
      await agree(form, typed, resume, ask, count);
    },
  );

async function agree(
  { table, schema, kind }: FuzzedForm,
  typed: Record<string, string>,
  resume: File | undefined,
  ask: Ask,
  count: Count,
): Promise<void> {
  const judged = schema.safeParse(typed);
  const envelope: Envelope = { id: randomUUID(), website: '', fillMs: 5000, origin: ORIGIN };
  const row = kind(resume).toRow(typed as never, envelope);
  if (!canBeSent(row)) {
    if (judged.success) throw new Error('the schema admits what no database can hold');
    count('refused by both');
    return;
  }
  const verdict = await ask(table, { ...row });
  if (!judged.success) {
    const [issue] = judged.error.issues;
    const field = String(issue?.path[0]);
    if (!(field in typed)) throw new Error('the schema refuses without naming a field');
    if ('stored' in verdict && field in row && row[field as keyof typeof row] === typed[field])
      throw new Error(`the database stores ${field}, which the schema refuses`);
    count('refused' in verdict ? 'refused by both' : `refused by the schema alone, which knows ${field}`);
    return;
  }
  if ('refused' in verdict) throw new Error(`the schema admits it, but the database refuses it: ${verdict.refused}`);
  for (const [column, value] of Object.entries(row))
    if (column !== 'starts_at' && verdict.stored[column] !== value)
      throw new Error(
        `${column} was typed as ${JSON.stringify(value)}, stored as ${JSON.stringify(verdict.stored[column])}`,
      );
  count('admitted by both, stored as typed');
}

/** No schema may fail on anything that can be sent. */
export const fuzzShapesOfForms = (payloads: number, seed: number): Promise<FuzzResult> =>
  fuzz(
    'schemas: values of any shape',
    fc.tuple(fc.constantFrom(...FORMS), fc.anything({ withNullPrototype: true, withObjectString: true })),
    payloads,
    seed,
    ([{ schema }, value], count) => {
      if (schema.safeParse(value).success) throw new Error('a schema admits it');
      count('refused by the schema');
    },
  );
