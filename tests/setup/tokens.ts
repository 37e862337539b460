import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../src/lib/project-folder.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
/** The section backgrounds, which are classes in src/styles/components.css. */
export const SECTIONS = ['on-dark', 'on-company', 'on-campus', 'on-both'] as const;

/** The values of the custom properties that start with `--color-`, as written, by the rest of their names. */
export type Colours = Readonly<Record<string, string>>;

const read = (name: string) =>
  readFileSync(join(projectFolder, 'src/styles', name), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

/** The declarations of every rule with this selector in its list; later ones win, rules in @media are left out. */
function declarations(css: string, selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  // Rules nested in @media are for other conditions; @layer only groups.
  const flat = css.replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '').replaceAll(/@layer[^{]*\{/g, '');
  for (const [, selectors = '', body = ''] of flat.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(',').some((one) => one.trim() === selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/([\w-]+)\s*:\s*([^;]+);/g)) found[name] = value.trim();
  }
  return found;
}

const coloursOf = (rule: Record<string, string>): Colours =>
  Object.fromEntries(
    Object.entries(rule)
      .filter(([name]) => name.startsWith('--color-'))
      .map(([name, value]) => [name.slice('--color-'.length), value]),
  );

/** The color tokens in src/styles/tokens.css, as written. */
export const colourTokens = (): Colours => coloursOf(declarations(read('tokens.css'), ':root'));

/** A context for colors: the page in one scheme, or a section with its own background. */
export interface Ground {
  name: string;
  scheme: Scheme;
  /** A color there, as #rrggbb. */
  colour(token: string): string;
}

function ground(name: string, scheme: Scheme, colours: Colours): Ground {
  const resolve = (value: string | undefined): string => {
    const [, variable] = /^var\(--color-([\w-]+)\)$/.exec(value ?? '') ?? [];
    if (variable) return resolve(colours[variable]);
    const [, light, dark] = /^light-dark\(([^,]+),([^,]+)\)$/.exec(value ?? '') ?? [];
    const chosen = (scheme === 'light' ? light : dark) ?? value;
    if (!/^#[\da-f]{6}$/i.test(chosen?.trim() ?? '')) throw new Error(`${name}: ${value ?? 'nothing'} is not a color`);
    return chosen?.trim().toLowerCase() ?? '';
  };
  return { name, scheme, colour: (token) => resolve(colours[token]) };
}

/** Both schemes of the page, and every section with its own background in each scheme that it can have. */
export function grounds(): Ground[] {
  const tokens = colourTokens();
  const components = read('components.css');
  const sections = SECTIONS.flatMap((section) => {
    const rule = declarations(components, `.${section}`);
    const own = rule['color-scheme'];
    // A section without a fixed scheme uses the page's.
    const schemes = SCHEMES.filter((scheme) => own === undefined || own.split(' ').includes(scheme));
    return schemes.map((scheme) =>
      ground(schemes.length > 1 ? `${section}, ${scheme}` : section, scheme, { ...tokens, ...coloursOf(rule) }),
    );
  });
  return [...SCHEMES.map((scheme) => ground(scheme, scheme, tokens)), ...sections];
}

/** A color's brightness relative to white (WCAG 2.2, relative luminance). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors as defined by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
