import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageFiles } from '../../src/build/page-files.ts';

/** A page of a built site. */
export interface Route {
  path: string;
  /** It asks search engines not to list it. */
  noindex: boolean;
}

/** The pages of a built folder, the home page first. */
export function routesOf(folder: string): Route[] {
  return pageFiles(folder)
    .map((file) => ({
      path: `/${file}`.replace(/(\/index)?\.html$/, '') || '/',
      noindex: /<meta[^>]*name="?robots"?[^>]*noindex/.test(readFileSync(join(folder, file), 'utf8')),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
