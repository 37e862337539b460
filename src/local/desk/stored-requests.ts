import postgres from 'postgres';

/** One stored request, as the inbox lists it. Times are ISO 8601 in UTC. */
export interface InboxRequest {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  page: string;
  created_at: string;
  notified_at: string | null;
}

/** Reads what visitors have sent, past all row-level security. */
export interface StoredRequests {
  /** Newest first, at most 200. */
  list(): Promise<InboxRequest[]>;
  close(): Promise<void>;
}

export function openStoredRequests(databaseUrl: string): StoredRequests {
  const database = postgres(databaseUrl, { max: 2, connection: { default_transaction_read_only: true } });
  return {
    list: async () => {
      const rows = await database<
        (Omit<InboxRequest, 'created_at' | 'notified_at'> & { created_at: Date; notified_at: Date | null })[]
      >`
        select id, name, email, subject, message, page, created_at, notified_at
        from public.contact_submissions order by created_at desc limit 200`;
      return rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        notified_at: row.notified_at?.toISOString() ?? null,
      }));
    },
    close: () => database.end({ timeout: 2 }),
  };
}
