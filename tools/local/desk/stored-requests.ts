import postgres from 'postgres';
import { emailCopy } from '../../../functions/_shared/email-copy.generated.ts';
import { ownValues } from '../../../functions/_shared/mails/request.ts';
import { REQUEST_KINDS } from '../../../src/backend/request-kinds.ts';
import type { DatabaseOptions } from '../postgres/cluster.ts';

/** One stored request of any kind, as the inbox lists it. Times are ISO 8601 in UTC. */
export interface InboxRequest {
  id: string;
  /** The table. */
  kind: keyof typeof REQUEST_KINDS;
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
  /** The path of the resume in the storage. Null until the team was notified: before, nobody has checked the file. */
  resume: string | null;
}

type Times = 'created_at' | 'notified_at' | 'dead_at';

/** The tables that {@link openStoredRequests} has a query for. The others get one from their columns. */
const WITH_QUERY = [
  'internship_applications',
  'demo_bookings',
  'booking_answers',
  'notification_requests',
  'voice_leads',
  'voice_calls',
] satisfies (keyof typeof REQUEST_KINDS)[] as string[];

/** What a request is about: the first value with a label in the team's mail, and below it everything else. */
function summaryOf(kind: keyof typeof REQUEST_KINDS, columns: object): Pick<InboxRequest, 'subject' | 'message'> {
  const { mails } = REQUEST_KINDS[kind];
  const { rows, texts } = ownValues(mails && mails !== 'booking-answer' ? emailCopy[mails].team.labels : {}, columns);
  const [[, subject] = ['', ''], ...rest] = rows;
  const lines = rest.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);
  return { subject, message: [...lines, ...texts.filter(Boolean)].join('\n') };
}

/** Reads the stored requests, bypassing row-level security. */
export interface StoredRequests {
  /** Dead letters first, then newest first; at most `most`, 200 by default. */
  list(most?: number): Promise<InboxRequest[]>;
  /** Whether a resume is stored, and the team was notified of its application, so that it was checked. */
  isChecked(application: string): Promise<boolean>;
  close(): Promise<void>;
}

export function openStoredRequests(options: DatabaseOptions): StoredRequests {
  const database = postgres({ ...options, max: 2, connection: { default_transaction_read_only: true } });
  /** A call in a few lines; null if the lead has none. */
  const call = database`
    case when c.id is not null then concat_ws(E'\n',
      case when c.passed_over then 'Stored only: the team was not mailed about this call.' end,
      'Length: ' || nullif(c.duration_s, 0) || ' s',
      'Ended: ' || coalesce(${database.json(emailCopy['voice-call'].team.ended)}::jsonb ->> c.end_reason, c.end_reason),
      'Summary: ' || nullif(c.summary, ''), '', c.transcript)
    end`;
  const others = Object.entries(REQUEST_KINDS)
    .filter(([table]) => !WITH_QUERY.includes(table))
    .map(
      ([table, { mails }]) => database`
        union all
        select ${table}, id, name, email, '', '', page, created_at, notified_at,
          ${mails ? database`tries, failure, dead_at` : database`0, '', null`}, null, (
            select jsonb_object_agg(c, to_jsonb(t) -> c) from private.request_kinds k, unnest(k.columns) c
            where k.name = ${table}
          )
        from ${database(`public.${table}`)} t`,
    );
  return {
    list: async (most = 200) => {
      const rows = await database<
        (Omit<InboxRequest, Times> & {
          created_at: Date;
          notified_at: Date | null;
          dead_at: Date | null;
          columns: object | null;
        })[]
      >`
        select * from (
        select 'internship_applications' as kind, id, name, email, 'Internship: ' || position as subject,
          concat_ws(E'\n', 'Phone: ' || phone, 'Can start: ' || availability, '', motivation, '', experience)
            as message,
          page, created_at, notified_at, tries, failure, dead_at, (
            select o.name from storage.objects o
            where o.bucket_id = 'resumes' and o.name = a.id::text || '/resume.' || a.resume_extension
              and a.notified_at is not null
          ) as resume, null::jsonb as columns
        from public.internship_applications a
        union all
        select 'demo_bookings', id, name, email, 'Demo: ' || topic,
          concat_ws(E'\n', 'Company: ' || company,
            'Time: ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') || ' (' || time_zone || ')',
            '', note),
          page, created_at, notified_at, tries, failure, dead_at, null, null
        from public.demo_bookings
        union all
        select 'booking_answers', id, name, email, 'Answer to a booking: ' || answer,
          concat_ws(E'\n', 'Time: ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '', note),
          '', created_at, case when not passed_over then notified_at end, tries, failure, dead_at, null, null
        from public.booking_answers
        union all
        select 'notification_requests', id, name, email, 'Waiting for: ' || resource_type, '', page, created_at,
          notified_at, 0, '', null, null, null
        from public.notification_requests
        union all
        select 'voice_leads', l.id, l.name, l.email, 'Call with the agent',
          coalesce(string_agg(${call}, E'\n\n' order by c.created_at), 'No call report has arrived yet.'),
          l.page, l.created_at, l.notified_at, coalesce(max(c.tries), 0), coalesce(max(c.failure), ''),
          max(c.dead_at), null, null
        from public.voice_leads l left join public.voice_calls c on c.lead_id = l.id
        group by l.id
        union all
        select 'voice_calls', c.id, coalesce(nullif(c.name, ''), 'Unknown caller'), c.email, 'Call without a lead',
          ${call}, '', c.created_at, case when not c.passed_over then c.notified_at end, c.tries, c.failure, c.dead_at, null, null
        from public.voice_calls c
        where not exists (select 1 from public.voice_leads l where l.id = c.lead_id)
        ${others}
        ) requests
        order by dead_at is not null and notified_at is null desc, created_at desc limit ${most}`;
      return rows.map(({ columns, ...row }) => ({
        ...row,
        ...(columns && summaryOf(row.kind, columns)),
        created_at: row.created_at.toISOString(),
        notified_at: row.notified_at?.toISOString() ?? null,
        dead_at: row.dead_at?.toISOString() ?? null,
      }));
    },
    isChecked: async (application) => {
      const found = await database`
        select 1 from public.internship_applications a join storage.objects o
          on o.bucket_id = 'resumes' and o.name = a.id::text || '/resume.' || a.resume_extension
        where a.id = ${application} and a.notified_at is not null`;
      return found.length > 0;
    },
    close: () => database.end({ timeout: 2 }),
  };
}
