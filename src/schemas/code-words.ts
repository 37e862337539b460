/**
 * Words that a build reads as code wherever they are, also in a text: Astro and Vite replace some of this form in compiled
 * modules, by variables of the environment, by the addresses and names of files, or by code.
 */
const CODE_WORDS = /__(?:ASTRO|VITE)_\w{0,20}|(?:\$\$|@@)[a-z][\w-]{0,20}|import\.meta|!~\{[\w$]/i;

/** What is wrong with a text that has such words, or undefined. */
export function codeWordsMistake(text: string): string | undefined {
  const [words] = CODE_WORDS.exec(text) ?? [];
  return words === undefined ? undefined : `has ${words}, which is read as code. Remove it.`;
}
