/** How the names of the branches with proposed words begin. */
export const PROPOSALS = 'words/';
