import { mdxToMdast as parse, type MdastNode } from 'satteri';

/**
 * Parses MDX as the site does. What looks like frontmatter is text.
 *
 * @throws Error if it is not valid MDX
 */
export const mdxToMdast = (text: string): MdastNode =>
  // Without the line break, the parser crashes on: export "\
  parse(`${text}\n`, { features: { frontmatter: false } });
