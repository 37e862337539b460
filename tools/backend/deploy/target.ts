import { loadEnv } from 'vite';
import { Fault } from '../../../src/lib/fault.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';

/** The project or database that a command works on. */
export interface Target {
  /** For the Supabase CLI's --remote: a project reference, or the URL of a PostgreSQL. */
  remote: string;
  /** A hosted project, which has functions and secrets too. The other settings in .env are about it if `isInEnv`. */
  project: { ref: string; url: string; isInEnv: boolean } | undefined;
  /** For messages; without a password. */
  name: string;
}

const REFERENCE = /^[a-z]{20}$/;
const HOSTED = /^https:\/\/([a-z]{20})\.supabase\.co\/?$/;

/**
 * @param remote the value of --remote; defaults to the project in .env
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
        'The URL in --remote is invalid. Write it like postgres://user:password@host:5432/postgres, with special characters in the password percent-encoded.',
      );
    const { host, pathname } = new URL(remote);
    return { remote, project: undefined, name: `the database ${host}${pathname}` };
  }
  const inEnv = HOSTED.exec(publicUrl)?.[1];
  const ref = remote ?? inEnv;
  if (ref === undefined)
    throw new Fault(
      publicUrl
        ? `.env names ${publicUrl}, which contains no project reference. Add --remote=<project reference>, or --remote=postgres://… for a database.`
        : 'No project is named: put PUBLIC_SUPABASE_URL into .env, or add --remote=<project reference>, or --remote=postgres://… for a database.\n`npm start` and `npm run dev` do not need this: they update their own database.',
    );
  if (!REFERENCE.test(ref))
    throw new Fault(
      `"${ref}" is not a project reference. It must be twenty lowercase letters, as in the address of the project's dashboard: https://supabase.com/dashboard/project/<reference>`,
    );
  // An address without a reference is a domain of one's own.
  const isInEnv = publicUrl !== '' && (inEnv === undefined || inEnv === ref);
  const url = isInEnv ? publicUrl.replace(/\/+$/, '') : `https://${ref}.supabase.co`;
  return { remote: ref, project: { ref, url, isInEnv }, name: `the project ${ref}` };
}
