import * as z from 'zod/mini';

/** The request body of the edit-sign-in function: what the code host gave an editor, and what only their tab knows. */
export const editSignIn = z.object({
  /** Of the code host. It works once, for ten minutes, and only together with the verifier. */
  code: z.string().check(z.regex(/^[\w.-]{1,256}$/, 'it must be the code that the code host has sent')),
  /** Of PKCE (RFC 7636). */
  verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/, 'it must be a verifier of PKCE')),
  /** Where the code host returned to. */
  redirect: z.string().check(z.maxLength(2048)),
});
export type EditSignIn = z.infer<typeof editSignIn>;

/** The answer: what the editor works with at the code host. */
export interface EditSignInAnswer {
  token: string;
  /** ISO 8601 in UTC; null if it does not expire. */
  expires: string | null;
}

/** The codes of refusals, in addition to those of every function. All have the shape `{error: {code, message}}`. */
export type EditSignInRefusal =
  /** 404: the App is not set up. */
  | 'off'
  /** 403: the request is not from the page of the editor. */
  | 'origin'
  /** 400: the code host does not take the code any more, or the verifier is another one. */
  | 'code';
