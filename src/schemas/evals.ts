import { z } from 'zod';
import { ACTIONS } from '../voice/action.ts';
import { copy } from './copy.ts';

const phrases = z
  .array(copy(80))
  .min(1)
  .max(40)
  .describe('Words as they are said. # stands for a number.')
  .meta({ title: 'A phrase' });

const turn = z
  .strictObject({
    says: copy(1000).describe('What the caller says. Only dots for silence.'),
    exactly: copy(1000).describe('The whole answer').optional(),
    has: phrases.describe('The answer must have at least one of these phrases').optional(),
    lacks: phrases.describe('The answer must have none of these phrases').optional(),
    judged: copy(600)
      .describe('What a language model must find in the answer. The rehearsal leaves it out.')
      .optional(),
    opens: z
      .enum([...ACTIONS, 'nothing'])
      .describe("What the agent must put on the caller's screen")
      .optional(),
    with: z
      .strictObject({
        day: z.iso.date({ error: 'must be a day such as 2026-11-26, in quotation marks' }).optional(),
        time: z
          .string()
          .regex(/^\d\d:\d\d$/, 'must be a time such as 15:00, in quotation marks')
          .optional(),
      })
      .describe('The day and time of the booking')
      .optional(),
  })
  .refine((expected) => !expected.with || expected.opens === 'book-demo', {
    error: 'can only be given with opens: book-demo',
    path: ['with'],
  });
export type EvalTurn = z.infer<typeof turn>;

/** content/assistant/evals/: conversations with what the agent must and must not say, by subject. */
export const evalsSchema = z.strictObject({
  title: copy(60).describe('The subject'),
  conversations: z
    .array(
      z
        .strictObject({
          name: copy(60).describe('What it is about'),
          callers: z
            .array(z.string().min(1).max(100))
            .min(1)
            .max(20)
            .describe('Names that were typed before the call. The conversation is held once with each.')
            .optional(),
          clock: z
            .string()
            .regex(/^[A-Z][a-z]{2}, \d{4}-\d\d-\d\d, \d\d:\d\d$/, 'must be a time such as Tue, 2026-11-24, 10:00')
            .describe("The caller's date and time")
            .optional(),
          turns: z.array(turn).min(1).max(10).meta({ title: 'A turn' }),
        })
        .refine(({ turns }) => turns.some(({ says: _says, ...expected }) => Object.keys(expected).length > 0), {
          error: 'must say of at least one answer what it has to be',
          path: ['turns'],
        }),
    )
    .min(1)
    .max(60)
    .meta({ title: 'A conversation' }),
});
