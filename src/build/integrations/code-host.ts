import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { isOwn } from '../../lib/own-names.ts';
import { backendOrigin } from './backend-origin.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where GitHub answers programs, also those of other sites. */
const GITHUB = 'https://api.github.com';

/**
 * Whether the words can be changed at /edit: `content/site.yaml` names a repository, or a stand-in for GitHub runs on
 * this machine.
 *
 * @param env PUBLIC_CODE_HOST
 */
export const isEditorOn = ({ PUBLIC_CODE_HOST: standIn }: Env, repository: string | undefined): boolean =>
  Boolean(standIn) || repository !== undefined;

/**
 * What /edit must be allowed to connect to: the code host, and the backend if its function signs editors in. An empty
 * list if it is off.
 *
 * @param env PUBLIC_CODE_HOST, PUBLIC_EDIT_APP, and the settings of the backend
 * @throws Error if the stand-in is not on this machine, or nothing can sign in with the App
 */
export function codeHostOrigins(env: Env, repository: string | undefined): string[] {
  if (!isEditorOn(env, repository)) return [];
  const { PUBLIC_CODE_HOST: standIn, PUBLIC_EDIT_APP: app } = env;
  const url = standIn ? URL.parse(standIn) : undefined;
  if (standIn && (!url || !isOwn(url.hostname) || url.origin !== standIn))
    throw new Error(
      `PUBLIC_CODE_HOST is "${standIn}" but only a stand-in for GitHub on this machine can be there, which \`npm start\` sets for itself. Remove it.`,
    );
  const backend = app ? backendOrigin(env) : [];
  if (app && backend.length === 0)
    throw new Error(
      'PUBLIC_EDIT_APP is set, but PUBLIC_SUPABASE_URL is not: nothing could sign editors in. Set it, or remove PUBLIC_EDIT_APP, and editors sign in with a token.',
    );
  return [standIn || GITHUB, ...backend];
}

/** Adds the page of the editor, if it is switched on. */
export function codeHost(isOn: boolean): AstroIntegration {
  return {
    name: 'code-host',
    hooks: {
      'astro:config:setup'({ injectRoute }) {
        if (!isOn) return;
        const entrypoint = fileURLToPath(new URL('../../apps/edit/page.astro', import.meta.url));
        injectRoute({ pattern: '/edit', entrypoint, prerender: true });
      },
    },
  };
}
