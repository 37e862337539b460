import postgres from 'postgres';

/** One stored request of any kind, as the inbox lists it. Times are ISO 8601 in UTC. */
export interface InboxRequest {
  id: string;
  /** The table. */
  kind: string;
  name: string;
  email: string;
  /** What it is about, in a few words. */
  subject: string;
  message: string;
  page: string;
  created_at: string;
  notified_at: string | null;
  /** The resume's place in the storage, if there is one. */
  resume: string | null;
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
        select 'contact_submissions' as kind, id, name, email, subject, message, page, created_at, notified_at,
          null as resume
        from public.contact_submissions
        union all
        select 'internship_applications', id, name, email, 'Internship: ' || position,
          concat_ws(E'\n', 'Phone: ' || phone, 'Can start: ' || availability, '', motivation, '', experience),
          page, created_at, notified_at, (
            select o.name from storage.objects o
            where o.bucket_id = 'resumes' and o.name = a.id::text || '/resume.' || a.resume_extension
          )
        from public.internship_applications a
        union all
        select 'demo_bookings', id, name, email, 'Demo: ' || topic,
          concat_ws(E'\n', 'Company: ' || company,
            'Time: ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') || ' (' || time_zone || ')',
            '', note),
          page, created_at, notified_at, null
        from public.demo_bookings
        union all
        select 'notification_requests', id, name, email, 'Waits for: ' || resource_type, '', page, created_at,
          notified_at, null
        from public.notification_requests
        order by created_at desc limit 200`;
      return rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        notified_at: row.notified_at?.toISOString() ?? null,
      }));
    },
    close: () => database.end({ timeout: 2 }),
  };
}
