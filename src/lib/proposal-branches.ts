/** How the names of the branches with proposed words begin. */
export const PROPOSALS = 'words/';

/**
 * How the names of those begin that an account has begun at `/edit`. Others may commit to them, too. Without another slash:
 * for GitHub's rules, `words/**` has one.
 */
export const proposalsOf = (login: string): string => `${PROPOSALS}${login}.`;
