import { readSite } from '../../src/build/integrations/site-copy.ts';

/** The value of a headline figure. */
export function figure(key: string): string {
  const found = readSite().figures[key];
  if (!found) throw new Error(`content/site.yaml has no figure ${key}.`);
  return found.value;
}
