import { contactRequest, LIMITS, type ContactRequest } from '../../backend/contact-submission.ts';
import type { TextProblem } from '../../backend/text-rules.ts';
import type { ConsultationCopy } from '../../schemas/form.ts';

export type FieldName = keyof ContactRequest;
/** The first mistake of each field that has one, as a sentence. */
export type Problems = Partial<Record<FieldName, string>>;

/** Checks what was typed against the schema that the function and the database hold too. */
export function findProblems(values: ContactRequest, copy: ConsultationCopy): Problems {
  const problems: Problems = {};
  for (const { path, message } of contactRequest.safeParse(values).error?.issues ?? []) {
    const field = path[0] as FieldName;
    problems[field] ??= sentence(field, message as TextProblem, copy);
  }
  return problems;
}

function sentence(field: FieldName, problem: TextProblem, copy: ConsultationCopy): string {
  if (problem === 'ill-formed') return copy.illFormed;
  const { problems } = copy.fields[field];
  return (problems[problem] ?? copy.failure.text).replace('{limit}', LIMITS[field].toLocaleString('en'));
}
