import { loadEnv } from 'vite';
import { Fault } from '../../../src/lib/fault.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';

/** The project or database that a command is about. */
export interface Target {
  /** For the Supabase CLI's --remote: the reference of a project, or the address of a PostgreSQL. */
  remote: string;
  /** Of a hosted project, which has functions and secrets, too: its reference, and where the site finds it. */
  project: { ref: string; url: string } | undefined;
  /** For messages; without a password. */
  name: string;
}

const REFERENCE = /^[a-z]{20}$/;
const HOSTED = /^https:\/\/([a-z]{20})\.supabase\.co\/?$/;

/**
 * @param remote what stands behind --remote; without it, the project of .env
 * @param publicUrl PUBLIC_SUPABASE_URL, from the shell or .env
 * @throws Fault when neither names a project or a database
 */
export function chooseTarget(
  remote: string | undefined,
  publicUrl = loadEnv('production', projectFolder, 'PUBLIC_')['PUBLIC_SUPABASE_URL'] ?? '',
): Target {
  if (remote !== undefined && /^postgres(ql)?:\/\//.test(remote)) {
    if (!URL.canParse(remote))
      throw new Fault(
        'The address behind --remote is none. It is to be like postgres://user:password@host:5432/postgres, with special characters of the password percent-encoded.',
      );
    const { host, pathname } = new URL(remote);
    return { remote, project: undefined, name: `the database ${host}${pathname}` };
  }
  const ref = remote ?? HOSTED.exec(publicUrl)?.[1];
  if (ref === undefined)
    throw new Fault(
      publicUrl
        ? `.env names ${publicUrl}, which does not tell what project that is. Add --remote=<reference of the project>, or --remote=postgres://… for a database.`
        : 'Say which project: put PUBLIC_SUPABASE_URL into .env, or add --remote=<reference of the project>, or --remote=postgres://… for a database.\n`npm start` and `npm run dev` need none of this: they bring their own database up to date.',
    );
  if (!REFERENCE.test(ref))
    throw new Fault(
      `"${ref}" is no reference of a project: that has twenty small letters, as in the address of its dashboard, https://supabase.com/dashboard/project/<reference>.`,
    );
  return { remote: ref, project: { ref, url: publicUrl || `https://${ref}.supabase.co` }, name: `the project ${ref}` };
}
