import * as z from 'zod/mini';

/** Why a text was refused. The form's copy has a sentence for each; the function answers with the word itself. */
export type TextProblem = 'required' | 'too-long' | 'invalid' | 'ill-formed';

/** The pattern that HTML prescribes for `<input type="email">`; the database checks the same. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Length in Unicode code points, as PostgreSQL's char_length counts. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Control characters, halves of surrogate pairs, and what turns the direction of writing: they mislead whoever reads. */
const MISLEADING = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** A text in one line that reads as it is, for example a file's name in a mail. */
export const plainLine = (text: string, instead = ' '): string => text.replace(MISLEADING, instead).trim();

/** Half a surrogate pair or U+0000: PostgreSQL cannot store either. */
const ILL_FORMED = /[\0\p{Cs}]/u;

const problem = (test: (text: string) => boolean, error: TextProblem) => z.refine<string>(test, { error, abort: true });

/** A text of at most `limit` code points that the database can store as it was typed. It may be empty. */
export const optionalText = (limit: number) =>
  z.string('required').check(
    problem((text) => !ILL_FORMED.test(text), 'ill-formed'),
    problem((text) => codePoints(text) <= limit, 'too-long'),
  );

/** Like {@link optionalText}, but more than white space. */
export const requiredText = (limit: number) =>
  z.string('required').check(
    problem((text) => text.trim() !== '', 'required'),
    problem((text) => !ILL_FORMED.test(text), 'ill-formed'),
    problem((text) => codePoints(text) <= limit, 'too-long'),
  );

/** An e-mail address of at most `limit` code points. */
export const emailAddress = (limit: number) =>
  requiredText(limit).check(problem((text) => EMAIL_PATTERN.test(text), 'invalid'));
