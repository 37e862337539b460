import type { SupabaseClient } from '@supabase/supabase-js';
import type { Origin, TeamTable } from '../../src/backend/request.ts';

/** What every stored request has (private.request_template). `created_at` is ISO 8601. */
export interface StoredRequest extends Origin {
  id: string;
  name: string;
  email: string;
  created_at: string;
}

export interface StoredContact extends StoredRequest {
  subject: string;
  message: string;
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
  /** `missing`: announced, and not uploaded in time. */
  resume_state: 'none' | 'stored' | 'missing';
}

export interface StoredBooking extends StoredRequest {
  company: string;
  topic: string;
  /** ISO 8601. */
  starts_at: string;
  /** As the visitor's browser named it, for example Europe/Berlin; not checked. */
  time_zone: string;
  note: string;
}

/** A call, and who made it: as stored when Start Call was pressed, or else as the call itself names them. */
export interface StoredCall extends Partial<Origin>, Omit<StoredRequest, keyof Origin> {
  /** Whether the lead is stored; without it, nobody has checked name and address. */
  lead_known: boolean;
  duration_s: number;
  /** The provider's word, or `no-report`. */
  end_reason: string;
  transcript: string;
  summary: string;
  recording_url: string;
}

/** The stored form of each table's requests. */
export interface Stored {
  contact_submissions: StoredContact;
  internship_applications: StoredApplication;
  demo_bookings: StoredBooking;
  voice_calls: StoredCall;
}

/** The answer of claim_team_notification (see the migration). */
export type Claim<Table extends TeamTable = TeamTable> =
  | { state: 'unknown' | 'notified' | 'claimed' | 'waiting' }
  | {
      state: 'yours';
      /** Names this claim, so that only its own run gives it back. */
      claimed_at: string;
      acknowledge: boolean;
      request: Stored[Table];
    };

/** A request that the team could not be told of for days. */
export interface DeadLetter {
  table: TeamTable;
  id: string;
  /** ISO 8601. */
  created_at: string;
  tries: number;
  /** Why the last try failed; without what a visitor wrote. */
  failure: string;
}

/** The requests in the database as the functions use them. Every call is atomic. */
export interface Requests {
  claim<Table extends TeamTable>(table: Table, id: string): Promise<Claim<Table>>;
  finish(table: TeamTable, id: string): Promise<void>;
  /** @param failure why the team could not be told; never with what a visitor wrote */
  release(table: TeamTable, id: string, claimedAt: string, failure: string): Promise<void>;
  /** What the team should have been told of and was not, and what is to be tried now: first what was not for longest. */
  due(most: number): Promise<{ table: TeamTable; id: string }[]>;
  /** What is no longer tried and the team has not heard of, oldest first. */
  untoldDeadLetters(most: number): Promise<DeadLetter[]>;
  finishDeadLetter(table: TeamTable, id: string): Promise<void>;
  /** Tries every dead letter again. Resolves with how many there are. */
  retryDeadLetters(): Promise<number>;
  /**
   * Deletes what has been kept long enough. Resolves with how many rows.
   *
   * @param keepDays how many days the rows of each table are kept; what is not named is kept
   */
  deleteExpired(keepDays: Readonly<Record<string, number>>): Promise<number>;
}

/** @throws Error (from each call) when the database does not answer or refuses */
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
    due: async (most) => (await call('due_team_notifications', { most })) as { table: TeamTable; id: string }[],
    untoldDeadLetters: async (most) => (await call('untold_dead_letters', { most })) as DeadLetter[],
    finishDeadLetter: async (table, id) => {
      await call('finish_dead_letter', { request_table: table, request_id: id });
    },
    retryDeadLetters: async () => (await call('retry_dead_letters', {})) as number,
    async deleteExpired(keepDays) {
      let deleted = 0;
      for (const [table, days] of Object.entries(keepDays))
        deleted += (await call('delete_expired', { visitor_table: table, keep_days: days })) as number;
      return deleted;
    },
  };
}
