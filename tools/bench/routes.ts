import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A page of a built site. */
export interface Route {
  path: string;
  /** It asks search engines not to list it. */
  noindex: boolean;
}

/** The pages of a built folder, the home page first. */
export function routesOf(folder: string): Route[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({
      path: `/${file.split(sep).join('/')}`.replace(/(\/index)?\.html$/, '') || '/',
      noindex: /<meta[^>]*name="?robots"?[^>]*noindex/.test(readFileSync(join(folder, file), 'utf8')),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
