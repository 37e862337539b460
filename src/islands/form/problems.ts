import type { ZodMiniType } from 'zod/mini';
import type { TextProblem } from '../../backend/text-rules.ts';
import type { CommonFormCopy, FieldCopy } from '../../schemas/form.ts';
import type { FieldName, TextValues } from './form-values.ts';

/** A validation error: its kind, and the sentence that says what to do. */
export interface Problem {
  code: TextProblem | 'other';
  text: string;
}
/** The first error of each field that has one. */
export type Problems = Partial<Record<string, Problem>>;

/** What is needed to validate a form and to word its errors. */
export interface Rules<Values extends TextValues> {
  /** The schema; the database enforces the same rules. */
  schema: ZodMiniType<Values>;
  /** Maximum code points of each field, in display order. */
  limits: Record<FieldName<Values>, number>;
  fields: Record<FieldName<Values>, Pick<FieldCopy, 'problems'>>;
  common: Pick<CommonFormCopy, 'illFormed'>;
}

/** Validates the form's values. */
export function findProblems<Values extends TextValues>(values: Values, rules: Rules<Values>): Problems {
  const problems: Problems = {};
  for (const { path, message } of rules.schema.safeParse(values).error?.issues ?? []) {
    const field = path[0] as FieldName<Values>;
    const code = message as TextProblem;
    problems[field] ??= { code, text: sentence(field, code, rules) };
  }
  return problems;
}

function sentence<Values extends TextValues>(
  field: FieldName<Values>,
  code: TextProblem,
  rules: Rules<Values>,
): string {
  const { problems } = rules.fields[field];
  const text = code === 'ill-formed' ? undefined : problems[code];
  return (text ?? rules.common.illFormed).replace('{limit}', rules.limits[field].toLocaleString('en'));
}
