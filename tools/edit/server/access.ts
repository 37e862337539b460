import { createHash, randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { QuestionError } from '../../../src/editing/files/question-error.ts';
import { proofOf } from '../../local/proof.ts';
import { redirectFile, writeRedirect } from './redirect-file.ts';

/** Decides which tabs of a browser may edit: those that were opened with the redirect file. */
export interface Access {
  /** Writes a redirect file with a new secret. */
  renew(): void;
  /**
   * Exchanges the secret of the redirect file for a session. Works once: then the file has another secret.
   *
   * @throws QuestionError if the secret is unknown or was used before
   */
  open(secret: string): string;
  /** Shows a program that can read the redirect file that the file is ours; see proofOf. */
  prove(nonce: string): string;
  /** @throws QuestionError unless it is the session of a tab that may edit */
  check(session: string | undefined): void;
}

const random = () => randomBytes(24).toString('base64url');
/** Comparing hashes is safe: its timing reveals nothing about the secret. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

/**
 * Access for nobody yet.
 *
 * @param origin of the site
 */
export function closedAccess(origin: string): Access {
  /** The session that each secret was exchanged for, as hashes: null before, undefined if it was used twice. */
  const sessions = new Map<string, string | null | undefined>();
  /** The one in the redirect file. */
  let secret = random();

  function renew(): void {
    secret = random();
    sessions.set(hashOf(secret), null);
    writeRedirect(origin, secret);
  }

  return {
    renew,
    prove: (nonce) => proofOf(secret, `${origin}/_edit`, nonce),
    open(given) {
      const known = hashOf(given);
      if (!sessions.has(known))
        throw new QuestionError('This address no longer opens the editor. Run “npm run edit” again.', 401);
      if (sessions.get(known) === null) {
        const session = random();
        sessions.set(known, hashOf(session));
        renew();
        return session;
      }
      // Whoever was first may be another program.
      sessions.set(known, undefined);
      console.error(
        `\nThe address that opens the editor was used twice, so neither of the two tabs can edit. If you did not\nuse it twice yourself, another program has read it: find out which. To edit, open ${pathToFileURL(redirectFile()).href} again.\n`,
      );
      throw new QuestionError(
        'This address was already used, perhaps by another program. Neither tab can edit now. The terminal says what to do.',
        403,
      );
    },
    check(session) {
      if (session !== undefined && [...sessions.values()].includes(hashOf(session))) return;
      throw new QuestionError(
        'This tab can no longer edit. Run “npm run edit” again: it opens one that can. What you typed is kept.',
        401,
      );
    },
  };
}
