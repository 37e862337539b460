import type { Plugin } from 'vite';

/**
 * Stops a build whose pages would contain other public values than those that were checked and that the CSP allows.
 * Astro does not tell its configuration the mode (`--mode`), which decides which .env files Vite reads.
 *
 * @param env what was checked
 */
export function checkedEnv(env: Record<string, string | undefined>): Plugin {
  return {
    name: 'checked-env',
    apply: 'build',
    configResolved({ env: built, mode }) {
      const other = Object.keys({ ...env, ...built }).find(
        (name) => name.startsWith('PUBLIC_') && env[name] !== built[name],
      );
      if (other)
        throw new Error(
          `${other} differs between .env.${mode}, which this build uses, and what was checked. ` +
            'Set it in .env or in the shell instead, and build without NODE_ENV and --mode.',
        );
    },
  };
}
