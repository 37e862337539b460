import { z } from 'zod';
import type { Question, Questions, Value } from '../../../src/editing/protocol.ts';
import { QuestionError } from '../../../src/editing/files/question-error.ts';

/** How deep values may be nested: far deeper than any schema. */
const DEEPEST = 16;
const LONGEST_MESSAGE = 10_000;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const values = (depth: number): z.ZodType<Value> =>
  depth === 0 ? scalar : z.union([scalar, z.array(values(depth - 1)), z.record(z.string(), values(depth - 1))]);
const value = values(DEEPEST);

const path = z.array(z.union([z.string(), z.int().min(0)]));
const changes = z.array(
  z.discriminatedUnion('do', [
    z.object({ do: z.literal('set'), path, value }),
    z.object({ do: z.literal('remove'), path }),
    z.object({ do: z.literal('insert'), path, value }),
    z.object({ do: z.literal('move'), path, to: z.int().min(0) }),
  ]),
);

const text = z.string();
const id = text.min(1).max(100);
/** The check fetches origin + page, so it must be a path: anything else could name another host. */
const page = text.startsWith('/').max(1000);
const nothing = z.object({});

const QUESTIONS: { [Name in Question]: z.ZodType<Questions[Name]['question']> } = {
  list: nothing,
  entry: z.object({ file: text, hash: text.exactOptional() }),
  save: z.object({ id, file: text, hash: text, changes, page }),
  outcome: z.object({ id }),
  drafts: nothing,
  draft: z.object({
    file: text.regex(/^(new:)?content\//).max(1000),
    title: text,
    hash: text,
    base: z.record(z.string(), value),
    changes,
    inFile: z.record(z.string(), value).exactOptional(),
    sent: z.array(changes).exactOptional(),
    at: z.int().min(1),
  }),
  create: z.object({
    id,
    folder: text,
    name: text,
    from: text.exactOptional(),
    base: z.record(z.string(), value).exactOptional(),
    changes,
    page,
  }),
  delete: z.object({ id, file: text, hash: text, page }),
  picture: z.object({ name: text, bytes: text }),
  mails: z.object({ file: text, data: z.record(z.string(), value) }),
  saves: nothing,
  undo: z.object({ id, save: z.int(), page }),
  proposal: nothing,
  // Git does not accept a NUL.
  propose: z.object({ message: text.max(LONGEST_MESSAGE).regex(/^[^\0]*$/) }),
};

export const isQuestion = (name: string): name is Question => Object.hasOwn(QUESTIONS, name);

/** @throws QuestionError that says which field is wrong */
export function checkQuestion<Name extends Question>(name: Name, body: unknown): Questions[Name]['question'] {
  return checked(QUESTIONS[name], body);
}

/** @throws QuestionError */
export const secretIn = (body: unknown): string => checked(z.object({ secret: text }), body).secret;

function checked<Type>(schema: z.ZodType<Type>, body: unknown): Type {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join(' › ') ?? '';
  throw new QuestionError(`The request can't be read${place && `: ${place} is wrong`}. Reload the page and try again.`);
}
