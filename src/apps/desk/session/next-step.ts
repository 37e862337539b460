/** What is known about a session. */
export interface Standing {
  /** Whether somebody else chose the password. */
  mustChange: boolean;
  hasFactor: boolean;
  /** Whether the second factor was given. */
  isVerified: boolean;
}

/**
 * What comes next at the sign-in. The code comes before the new password: with a factor, the password can only be
 * changed after it.
 */
export function nextStep({ mustChange, hasFactor, isVerified }: Standing): 'code' | 'new-password' | 'factor' | 'in' {
  if (hasFactor && !isVerified) return 'code';
  if (mustChange) return 'new-password';
  return hasFactor ? 'in' : 'factor';
}

/** The shortest password that somebody can choose (characters). */
export const SHORTEST_PASSWORD = 12;

/** What is wrong with a new password, by field. */
export function passwordProblems(password: string, again: string): { password?: string; again?: string } {
  const length = Array.from(password).length;
  if (length < SHORTEST_PASSWORD)
    return {
      password: `This has ${length} ${length === 1 ? 'character' : 'characters'}. Use ${SHORTEST_PASSWORD} or more.`,
    };
  return password === again ? {} : { again: 'This is not the same as above. Type it again.' };
}

/** A code as it is checked: people type blanks in it. */
export const codeOf = (typed: string): string => typed.replace(/[\s-]/g, '');

export const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A secret in groups of four, as people type it. */
export const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');
