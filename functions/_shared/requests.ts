import type { SupabaseClient } from '@supabase/supabase-js';
import type { Origin, TeamTable } from '../../src/backend/request.ts';
import { reason } from './reason.ts';

/** What every stored request has (private.request_template). `created_at` is ISO 8601. */
export interface StoredRequest extends Origin {
  id: string;
  name: string;
  email: string;
  created_at: string;
}

export interface StoredApplication extends StoredRequest {
  phone: string;
  position: string;
  experience: string;
  motivation: string;
  availability: string;
  resume_name: string;
  resume_extension: '' | 'pdf' | 'doc' | 'docx';
  /** Bytes. */
  resume_size: number;
  /** `missing`: announced, but not uploaded in time. */
  resume_state: 'none' | 'stored' | 'missing';
}

export interface StoredDemoBooking extends StoredRequest {
  company: string;
  topic: string;
  /** ISO 8601. */
  starts_at: string;
  /** As the visitor's browser named it, for example Europe/Berlin; not checked. */
  time_zone: string;
  note: string;
}

/** What staff answered to a booking, with what the visitor entered there. */
export interface StoredBookingAnswer extends Omit<StoredRequest, keyof Origin> {
  booking_id: string;
  topic: string;
  /** As in the booking. */
  time_zone: string;
  answer: 'confirmed' | 'proposed' | 'declined';
  /** ISO 8601. The time that is confirmed, proposed or declined. */
  starts_at: string;
  /** Of the calendar entry: the visitor's own file has 0, the first answer 1. */
  sequence: number;
  /** In the words of staff; may be ''. */
  note: string;
}

/** A call and its caller: from the lead that was stored at Start Call, or else from the call itself. */
export interface StoredCall extends Partial<Origin>, Omit<StoredRequest, keyof Origin> {
  /** Whether the lead is stored; if not, name and address are unverified. */
  lead_known: boolean;
  duration_s: number;
  /** The provider's reason, or `no-report`. */
  end_reason: string;
  transcript: string;
  /** One line per answer, each with its label. */
  outcome: string;
  summary: string;
  recording_url: string;
}

/** The requests whose mails need more than their words in content/emails/. */
export interface SpecialRequests {
  internship_applications: StoredApplication;
  demo_bookings: StoredDemoBooking;
  booking_answers: StoredBookingAnswer;
  voice_calls: StoredCall;
}

/** The stored form of a table's requests: every column, except those that only the database uses. */
export type Stored<Table extends TeamTable> = Table extends keyof SpecialRequests
  ? SpecialRequests[Table]
  : StoredRequest;

/** The answer of claim_team_notification (see the migration). */
export type Claim<Table extends TeamTable = TeamTable> =
  | { state: 'unknown' | 'notified' | 'claimed' | 'waiting' }
  | {
      state: 'yours';
      /** Identifies this claim, so that only its own run releases it. */
      claimed_at: string;
      acknowledge: boolean;
      request: Stored<Table>;
    };

/** A request that could not be mailed to the team for days, or an answer that could not be mailed to the visitor. */
export interface DeadLetter {
  table: TeamTable;
  id: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. When it was given up; it can be more than once. */
  dead_at: string;
  tries: number;
  /** Why the last attempt failed, without visitor input. */
  failure: string;
}

/** The requests in the database as the functions use them. Every call is atomic. */
export interface Requests {
  claim<Table extends TeamTable>(table: Table, id: string): Promise<Claim<Table>>;
  finish(table: TeamTable, id: string): Promise<void>;
  /** @param failure why the team could not be notified, without visitor input */
  release(table: TeamTable, id: string, claimedAt: string, failure: string): Promise<void>;
  /** What each sweep does first (see the migration). Resolves with the steps that failed, and the code of each error. */
  prepareSweep(): Promise<string[]>;
  /** Requests whose notification is due, the least recently tried first. */
  due(most: number): Promise<{ table: TeamTable; id: string }[]>;
  /** Dead letters that the team has not been notified of, oldest first. */
  untoldDeadLetters(most: number): Promise<DeadLetter[]>;
  finishDeadLetter(table: TeamTable, id: string): Promise<void>;
  /** Schedules every dead letter for another attempt. Resolves with their number. */
  retryDeadLetters(): Promise<number>;
  /**
   * Deletes expired rows, of each table some at a time. Resolves with their number.
   *
   * @param keepDays how many days to keep the rows of each table; tables not named are kept forever
   * @throws Error when a table failed, after the others
   */
  deleteExpired(keepDays: Readonly<Record<string, number>>): Promise<number>;
}

/** @throws Error (from each call) when the database does not answer or reports an error */
export function openRequests(client: SupabaseClient): Requests {
  async function call(name: string, values: Record<string, unknown>): Promise<unknown> {
    const result = await client.rpc(name, values);
    if (result.error) throw new Error(`${name}: ${result.error.message}`);
    return result.data as unknown;
  }
  return {
    claim: async (table, id) =>
      (await call('claim_team_notification', { request_table: table, request_id: id })) as Claim<typeof table>,
    finish: async (table, id) => {
      await call('finish_team_notification', { request_table: table, request_id: id });
    },
    release: async (table, id, claimed, failure) => {
      await call('release_team_notification', { request_table: table, request_id: id, claimed, failure });
    },
    // Null: a database whose steps return nothing.
    prepareSweep: async () => ((await call('prepare_sweep', {})) as string[] | null) ?? [],
    due: async (most) => (await call('due_team_notifications', { most })) as { table: TeamTable; id: string }[],
    untoldDeadLetters: async (most) => (await call('untold_dead_letters', { most })) as DeadLetter[],
    finishDeadLetter: async (table, id) => {
      await call('finish_dead_letter', { request_table: table, request_id: id });
    },
    retryDeadLetters: async () => (await call('retry_dead_letters', {})) as number,
    async deleteExpired(keepDays) {
      let deleted = 0;
      const failures: string[] = [];
      for (const [table, days] of Object.entries(keepDays))
        try {
          deleted += (await call('delete_expired', { visitor_table: table, keep_days: days })) as number;
        } catch (error) {
          failures.push(`${table}: ${reason(error)}`);
        }
      if (failures.length > 0) throw new Error(failures.join('; '));
      return deleted;
    },
  };
}
