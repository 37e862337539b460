import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('./src/styles/tokens.css', import.meta.url), 'utf8');

/** The design tokens of one kind, by their names in utilities: `--space-4` is `4`, as in `p-4`. */
const tokens = (kind) =>
  Object.fromEntries(
    [...css.matchAll(new RegExp(`^\\s*--${kind}-([\\w-]+):`, 'gm'))].map(([, name]) => [
      name,
      `var(--${kind}-${name})`,
    ]),
  );

const SPACES = /\s+/;
const COMPARED = /[=!]== \S+/g;

/**
 * The names in class attributes. Elsewhere, words such as "table" or "filter" don't mean utilities.
 *
 * @param {string} code of an Astro or TSX file
 * @returns {string[]}
 */
export const classNames = (code) =>
  [...code.matchAll(/\bclass(?:Name|:list)?=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(
    ([, text, expression]) =>
      text === undefined
        ? [...expression.replace(COMPARED, '').matchAll(/(["'`])(.*?)\1/g)].flatMap(([, , words]) =>
            words.split(SPACES),
          )
        : text.split(SPACES),
  );

const onlyClassNames = (code) => classNames(code).join('\n');

/** Tailwind makes utilities of the design tokens in src/styles/tokens.css (docs/decisions/025-utilities.md). */
export default {
  content: {
    // Never copy: its authors would decide what is in the CSS of every page, and a url() there can publish any file.
    files: ['./src/{pages,layouts,components,islands}/**/*.{astro,tsx}'],
    // Not `extract`, which gets single lines.
    transform: { astro: onlyClassNames, tsx: onlyClassNames },
  },
  // Our own reset is in src/styles/base.css.
  corePlugins: { preflight: false },
  theme: {
    screens: { sm: '30rem', md: '48rem', lg: '64rem', xl: '72rem' },
    colors: { transparent: 'transparent', current: 'currentColor', ...tokens('color') },
    fontSize: tokens('text'),
    lineHeight: { hero: '0.95', tight: '1.1', snug: '1.25', normal: '1.4' },
    letterSpacing: { normal: '0', hero: '-0.04em', tight: '-0.03em' },
    spacing: { 0: '0', deck: 'var(--deck)', target: 'var(--target)', ...tokens('space') },
    borderWidth: { DEFAULT: '1px', 0: '0', 2: '2px', 4: '4px', 6: '6px', deck: 'var(--deck)' },
    borderRadius: { none: '0', full: '999px', ...tokens('radius') },
    boxShadow: { none: 'none', ...tokens('shadow') },
    extend: {
      maxWidth: tokens('width'),
      minHeight: { target: 'var(--target)', line: '1lh', lines: '2lh' },
      minWidth: { target: 'var(--target)' },
    },
  },
};
