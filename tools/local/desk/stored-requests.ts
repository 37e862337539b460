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
  /** How often the notification was tried. */
  tries: number;
  /** Why the last try failed, or ''. */
  failure: string;
  /** Since when it is a dead letter, which is not retried automatically. */
  dead_at: string | null;
  /** The path of the resume in the storage, if there is one. */
  resume: string | null;
}

type Times = 'created_at' | 'notified_at' | 'dead_at';

/** Reads the stored requests, bypassing row-level security. */
export interface StoredRequests {
  /** Dead letters first, then newest first; at most `most`, 200 by default. */
  list(most?: number): Promise<InboxRequest[]>;
  close(): Promise<void>;
}

export function openStoredRequests(databaseUrl: string): StoredRequests {
  const database = postgres(databaseUrl, { max: 2, connection: { default_transaction_read_only: true } });
  /** A call in a few lines; null if the lead has none. */
  const call = database`
    case when c.id is not null then concat_ws(E'\n',
      'Length: ' || c.duration_s || ' s', 'Ended: ' || c.end_reason, 'Summary: ' || nullif(c.summary, ''), '', c.transcript)
    end`;
  return {
    list: async (most = 200) => {
      const rows = await database<
        (Omit<InboxRequest, Times> & { created_at: Date; notified_at: Date | null; dead_at: Date | null })[]
      >`
        select * from (
        select 'contact_submissions' as kind, id, name, email, subject, message, page, created_at, notified_at,
          tries, failure, dead_at, null as resume
        from public.contact_submissions
        union all
        select 'internship_applications', id, name, email, 'Internship: ' || position,
          concat_ws(E'\n', 'Phone: ' || phone, 'Can start: ' || availability, '', motivation, '', experience),
          page, created_at, notified_at, tries, failure, dead_at, (
            select o.name from storage.objects o
            where o.bucket_id = 'resumes' and o.name = a.id::text || '/resume.' || a.resume_extension
          )
        from public.internship_applications a
        union all
        select 'demo_bookings', id, name, email, 'Demo: ' || topic,
          concat_ws(E'\n', 'Company: ' || company,
            'Time: ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') || ' (' || time_zone || ')',
            '', note),
          page, created_at, notified_at, tries, failure, dead_at, null
        from public.demo_bookings
        union all
        select 'notification_requests', id, name, email, 'Waiting for: ' || resource_type, '', page, created_at,
          notified_at, 0, '', null, null
        from public.notification_requests
        union all
        select 'voice_leads', l.id, l.name, l.email, 'Call with the agent',
          coalesce(string_agg(${call}, E'\n\n' order by c.created_at), 'No call report has arrived yet.'),
          l.page, l.created_at, l.notified_at, coalesce(max(c.tries), 0), coalesce(max(c.failure), ''),
          max(c.dead_at), null
        from public.voice_leads l left join public.voice_calls c on c.lead_id = l.id
        group by l.id
        union all
        select 'voice_calls', c.id, coalesce(nullif(c.name, ''), 'Unknown caller'), c.email, 'Call without a lead',
          ${call}, '', c.created_at, c.notified_at, c.tries, c.failure, c.dead_at, null
        from public.voice_calls c
        where not exists (select 1 from public.voice_leads l where l.id = c.lead_id)
        ) requests
        order by dead_at is not null and notified_at is null desc, created_at desc limit ${most}`;
      return rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        notified_at: row.notified_at?.toISOString() ?? null,
        dead_at: row.dead_at?.toISOString() ?? null,
      }));
    },
    close: () => database.end({ timeout: 2 }),
  };
}
