import { createHash } from 'node:crypto';
import { emailCopy } from '../email-copy.generated.ts';
import type { Mail } from '../mail.ts';
import type { DeadLetter } from '../requests.ts';
import { fill, paragraphsMail } from './layout.ts';
import { wallTime } from './wall-time.ts';

const copy = emailCopy['dead-letters'];

/**
 * The mail that tells the team about requests and answers that could not be mailed: where each is stored, and why it
 * failed.
 *
 * @param letters at least one
 */
export function deadLettersMail(letters: readonly DeadLetter[], teamEmail: string): Mail {
  const count = String(letters.length);
  const entries = letters.map(({ table, id, created_at, failure, tries }) =>
    fill(table === 'booking_answers' ? copy.answer : copy.entry, {
      table,
      id,
      received: wallTime(created_at, emailCopy.officeTimeZone) ?? created_at,
      tries: String(tries),
      failure: failure || copy.unknown,
    }),
  );
  // A mail about other letters, or about these when they were given up again, must not pass for a repetition.
  const told = createHash('sha256').update(
    letters.map(({ table, id, dead_at }) => `${table} ${id} ${dead_at}\n`).join(''),
  );
  return paragraphsMail(
    `${told.digest('hex')}.dead-letters`,
    teamEmail,
    fill(letters.length === 1 ? copy.subjectOfOne : copy.subject, { count }),
    [...copy.opening, ...entries, ...copy.closing],
  );
}
