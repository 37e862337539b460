import * as z from 'zod/mini';

/** Why a text is rejected. The form's copy has a message for each; the function returns the word itself. */
export type TextProblem = 'required' | 'too-long' | 'invalid' | 'ill-formed';

/** The pattern that HTML specifies for `<input type="email">`. The database uses the same one. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Length in Unicode code points, as PostgreSQL's char_length counts. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Control characters, line separators, lone surrogates and bidirectional controls, which can mislead readers. */
const MISLEADING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** Blanks, also those that are not seen. Many of them push what follows to a line of its own. */
const BLANKS = /[\s\u2800\p{Default_Ignorable_Code_Point}]{3,}/gu;

const ONLY_BLANKS = /^[\s\u2800\p{Default_Ignorable_Code_Point}]+$/u;

/** A text as one line without misleading characters, for example a file name in a mail. Empty if nothing is seen of it. */
export const plainLine = (text: string, instead = ' '): string =>
  text.replace(MISLEADING, instead).replace(ONLY_BLANKS, '').replace(BLANKS, ' ').trim();

/** Lone surrogates and U+0000, which PostgreSQL cannot store. */
const ILL_FORMED = /[\0\p{Cs}]/u;

const problem = (test: (text: string) => boolean, error: TextProblem) => z.refine<string>(test, { error, abort: true });

/** A text of at most `limit` code points that the database can store as typed. It can be empty. */
export const optionalText = (limit: number) =>
  z.string('required').check(
    problem((text) => !ILL_FORMED.test(text), 'ill-formed'),
    problem((text) => codePoints(text) <= limit, 'too-long'),
  );

/** Like {@link optionalText}, but not empty or only white space. */
export const requiredText = (limit: number) =>
  z.string('required').check(
    problem((text) => text.trim() !== '', 'required'),
    problem((text) => !ILL_FORMED.test(text), 'ill-formed'),
    problem((text) => codePoints(text) <= limit, 'too-long'),
  );

/** An e-mail address of at most `limit` code points. */
export const emailAddress = (limit: number) =>
  requiredText(limit).check(problem((text) => EMAIL_PATTERN.test(text), 'invalid'));
