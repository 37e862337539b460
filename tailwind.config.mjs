/** Every value is a design token of src/styles/tokens.css. Tailwind only makes them available in markup. */
const token = (name) => `var(--${name})`;
const tokens = (prefix, names) => Object.fromEntries(names.map((name) => [name, token(`${prefix}-${name}`)]));

const withoutComments = (code) => code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

export default {
  content: {
    // Never copy: its authors would decide what is in the CSS of every page, and a url() there can publish any file.
    files: ['./src/{pages,layouts,components,islands}/**/*.{astro,tsx}'],
    // Words such as "table" or "hidden" in a comment are not utilities, but would add CSS to every page.
    transform: { astro: withoutComments, tsx: withoutComments },
  },
  // Plugins that set properties on every element for unused utilities, or that match words in the code.
  corePlugins: {
    preflight: false,
    backdropFilter: false,
    borderCollapse: false,
    borderSpacing: false,
    boxShadow: false,
    contain: false,
    filter: false,
    fontVariantNumeric: false,
    gradientColorStops: false,
    isolation: false,
    position: false,
    resize: false,
    ringWidth: false,
    scrollSnapType: false,
    textDecoration: false,
    textTransform: false,
    textWrap: false,
    touchAction: false,
    transform: false,
    transitionProperty: false,
    transitionTimingFunction: false,
    visibility: false,
  },
  // Words in the code that are not classes: `if (!form)` in a script, `display: block` in a style.
  blocklist: [
    ...['!button', '!field', '!form', '!optional'],
    ...['block', 'border', 'contents', 'hidden', 'inline', 'outline', 'table'],
  ],
  theme: {
    screens: { md: '48rem', lg: '64rem' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...tokens('color', ['campus', 'company', 'both', 'paper', 'surface', 'ink', 'soft', 'line', 'link', 'danger']),
    },
    fontSize: tokens('text', ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', 'hero']),
    spacing: {
      0: '0',
      px: '1px',
      ...tokens('space', ['1', '2', '3', '4', '5', '6', '8', '10', '12', '16', 'section', 'gutter']),
    },
    borderRadius: { none: '0', full: '999px', ...tokens('radius', ['sm', 'md', 'lg']) },
    fontFamily: { brand: 'var(--font-brand)' },
    extend: {
      maxWidth: { page: token('width-page'), prose: token('width-prose'), dialog: token('width-dialog') },
      minHeight: { target: token('target') },
      minWidth: { target: token('target') },
    },
  },
};
