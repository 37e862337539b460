import type { Path } from '../protocol.ts';
import { valueAt, type Data } from '../core/values.ts';

/** The file in which everything stands that a text may refer to. */
export const SITE_FILE = 'content/site.yaml';

/** A name in braces, and what is put in for it. */
interface Placeholder {
  name: string;
  /** What it stands for now; undefined if only the page knows, for example `{limit}`. */
  value?: string;
  /** What the figure is about, for example `from discovery to launch, on average`. */
  about?: string;
  /** Where it can be changed, in {@link SITE_FILE}. */
  path?: Path;
}

const OWN: Readonly<Record<string, Path>> = { company: ['name'], email: ['email'] };

/** The names in braces of a text, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{([a-z][\w-]*)\}/gi)].map(([, name]) => name ?? '')),
];

/**
 * What a name in braces stands for.
 *
 * @param site the fields of {@link SITE_FILE}, if they are known yet
 */
export function placeholder(name: string, site: Data | undefined): Placeholder {
  const path = OWN[name] ?? ['figures', name, 'value'];
  const value = valueAt(site ?? {}, path);
  if (typeof value !== 'string') return { name };
  const about = OWN[name] ? undefined : valueAt(site ?? {}, ['figures', name, 'label']);
  return { name, value, path, ...(typeof about === 'string' && { about }) };
}

/** Everything that a text below the fields may refer to: there the schema says nothing of it. */
export const placeholdersOfSite = (site: Data | undefined): string[] => {
  const figures = valueAt(site ?? {}, ['figures']);
  return [...Object.keys(OWN), ...(figures && typeof figures === 'object' ? Object.keys(figures) : [])];
};
