import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Sql } from 'postgres';
import { RESUME_BUCKET } from '../../src/backend/resume.ts';
import { atOnce } from './at-once.ts';
import type { Submission } from './submissions.ts';

type Row = Record<string, unknown>;

/** Brings a stored value and the typed one into the same form. */
const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Rows that are not stored, or not as typed, one line each. */
export async function faultsOfRows(database: Sql, submissions: readonly Submission[]): Promise<string[]> {
  const faults: string[] = [];
  for (const table of new Set(submissions.map((submission) => submission.table))) {
    const sent = submissions.filter((submission) => submission.table === table);
    const rows = await database<Row[]>`
      select * from ${database(`public.${table}`)} where id in ${database(sent.map(({ id }) => id))}`;
    const stored = new Map(rows.map((row) => [String(row['id']), row]));
    for (const { id, row } of sent) {
      const found = stored.get(id);
      if (!found) faults.push(`${table} ${id} was confirmed but is not stored`);
      else
        for (const [column, value] of Object.entries(row))
          if (plain(found[column]) !== value) faults.push(`${table} ${id}: ${column} is not as typed`);
    }
  }
  return faults;
}

/** Resumes that are not stored byte for byte, one line each. */
export async function faultsOfResumes(
  apiUrl: string,
  secretKey: string,
  submissions: readonly Submission[],
): Promise<string[]> {
  const faults: string[] = [];
  const bucket = createClient(apiUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).storage.from(RESUME_BUCKET);
  await atOnce(submissions, 8, async ({ id, resume }) => {
    if (!resume) return;
    const { data, error } = await bucket.download(`${id}/resume.pdf`);
    if (error) faults.push(`the resume of ${id} was confirmed but is not stored: ${error.message}`);
    else if (!Buffer.from(await data.arrayBuffer()).equals(Buffer.from(await resume.arrayBuffer())))
      faults.push(`the resume of ${id} is not as sent`);
  });
  return faults;
}

/** How often each mail is in the mailbox of a local folder, by the part of its Message-ID that names it. */
export function countMails(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  const mailbox = join(folder, 'mail');
  for (const file of readdirSync(mailbox)) {
    if (!file.endsWith('.eml')) continue;
    const id = /^Message-ID:\s*<([^@]+)@/im.exec(readFileSync(join(mailbox, file), 'latin1'))?.[1] ?? file;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The name of the team's mail about a submission; undefined for a request that the team is not notified of. */
export const teamMailOf = ({ id, table, callId }: Submission): string | undefined =>
  table === 'notification_requests' ? undefined : `${callId ? 'voice_calls' : table}.${callId ?? id}.team`;
