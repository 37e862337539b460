import type { SupabaseClient } from '@supabase/supabase-js';
import { RESUME_BUCKET, resumePath, resumeProblem } from '../../src/backend/resume.ts';
import type { StoredApplication } from './requests.ts';

/** How long the link in the team's mail is valid (7 days, in seconds). The file itself stays. */
export const LINK_LIFE_S = 7 * 24 * 60 * 60;

/** The state of the resume that an application announced. */
export type Resume =
  | { state: 'none' | 'missing' }
  /** The content is not of the type that the file's extension claims. */
  | { state: 'refused' }
  | { state: 'stored'; link: string };

/** The private files of applications. */
export interface Resumes {
  /**
   * Checks the file of an application. Anyone with the public key can upload anything under a name that ends in .pdf,
   * so the content is checked before anybody on the team opens it.
   *
   * @throws Error when the storage does not answer
   */
  inspect(application: StoredApplication): Promise<Resume>;
  /**
   * Deletes the file of an application.
   *
   * @throws Error when the storage does not answer
   */
  remove(application: StoredApplication): Promise<void>;
  /**
   * Deletes at most `most` files whose application is no longer stored. Resolves with the number of deleted files.
   *
   * @throws Error when the storage does not answer
   */
  removeOrphans(most: number): Promise<number>;
}

/** The path of the resume that an application announced. */
const pathOf = ({ id, resume_extension: extension }: StoredApplication) => resumePath(id, extension || 'pdf');

export function openResumes(client: SupabaseClient): Resumes {
  const bucket = client.storage.from(RESUME_BUCKET);
  return {
    async inspect(application) {
      if (application.resume_state !== 'stored') return { state: application.resume_state };
      const path = pathOf(application);
      // Not one that the storage's network has kept from before the file was replaced.
      const file = await bucket.download(path, { cacheNonce: crypto.randomUUID() }, { cache: 'no-store' });
      if (file.error) throw new Error(`resume: ${file.error.message}`);
      if (resumeProblem(path, new Uint8Array(await file.data.arrayBuffer()))) return { state: 'refused' };
      // The team downloads it under a safe name: the applicant's file name could have any extension.
      const download = `resume-${application.id.slice(0, 8)}.${application.resume_extension}`;
      const signed = await bucket.createSignedUrl(path, LINK_LIFE_S, { download });
      if (signed.error) throw new Error(`resume: ${signed.error.message}`);
      return { state: 'stored', link: signed.data.signedUrl };
    },
    async remove(application) {
      const removed = await bucket.remove([pathOf(application)]);
      if (removed.error) throw new Error(`resume: ${removed.error.message}`);
    },
    async removeOrphans(most) {
      const orphans = await client.rpc('orphaned_resumes', { most });
      if (orphans.error) throw new Error(`orphaned_resumes: ${orphans.error.message}`);
      const paths = orphans.data as string[];
      if (paths.length === 0) return 0;
      const removed = await bucket.remove(paths);
      if (removed.error) throw new Error(`resume: ${removed.error.message}`);
      return paths.length;
    },
  };
}
