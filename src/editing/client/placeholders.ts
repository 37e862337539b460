import type { Path } from '../protocol.ts';
import { samePath } from '../core/paths.ts';
import { valueAt, type Data } from '../core/values.ts';

/** The file with everything that placeholders refer to. */
export const SITE_FILE = 'content/site.yaml';

/** A name in braces, and the value that replaces it. */
interface Placeholder {
  name: string;
  /** Its current value; undefined if only the page knows it, for example `{limit}`. */
  value?: string;
  /** The label of the figure, for example `from discovery to launch, on average`. */
  about?: string;
  /** Where it can be changed, in {@link SITE_FILE}. */
  path?: Path;
}

const OWN: Readonly<Record<string, Path>> = { company: ['name'], email: ['email'], phone: ['phone'] };

/**
 * What a name in braces stands for.
 *
 * @param site the fields of {@link SITE_FILE}, if they are loaded
 */
export function placeholder(name: string, site: Data | undefined): Placeholder {
  const kept = /^kept-(.+)$/.exec(name)?.[1];
  const path = OWN[name] ?? (kept ? ['retention', kept] : ['figures', name, 'value']);
  const found = valueAt(site ?? {}, path);
  const value = typeof found === 'number' ? `${found} days` : found;
  if (typeof value !== 'string') return { name };
  const about = OWN[name] ? undefined : valueAt(site ?? {}, ['figures', name, 'label']);
  return { name, value, path, ...(typeof about === 'string' && { about }) };
}

/** The name that stands for a value of {@link SITE_FILE} in other files: the opposite of {@link placeholder}. */
export function nameAt(path: Path): string | undefined {
  const [first, second, third] = path;
  if (first === 'figures' && third === 'value') return String(second);
  if (first === 'retention' && path.length === 2) return `kept-${second}`;
  return Object.keys(OWN).find((name) => samePath(OWN[name] ?? [], path));
}

/** All placeholders for the text below the fields, which the schema does not list. */
export const placeholdersOfSite = (site: Data | undefined): string[] => {
  const figures = valueAt(site ?? {}, ['figures']);
  return [...Object.keys(OWN), ...(figures && typeof figures === 'object' ? Object.keys(figures) : [])];
};
