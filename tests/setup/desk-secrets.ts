import { randomUUID } from 'node:crypto';
import { TEAM_TABLES } from '../../src/backend/request.ts';
import { resumePath } from '../../src/backend/resume.ts';
import { openDesk, type Person } from './desk.ts';
import { announced, application, booking, lead, notificationRequest, submission, type Stack } from './stack.ts';

type Row = Record<string, unknown>;

/** What only staff may read. */
export const SECRET = 'only staff may read this';
const PDF = Buffer.from(`%PDF-1.4 ${SECRET}\n%%EOF\n`);

/** What {@link storeSecrets} has stored. */
export interface Secrets {
  /** The id of the application, whose resume is stored, too. */
  application: string;
  /** Values for the parameters of all functions in public, by their names: with the right ones, they would work. */
  values: Row;
}

/** Stores a request of each kind with {@link SECRET} in it, and has staff write a note and an answer. */
export async function storeSecrets(stack: Stack, staff: Person): Promise<Secrets> {
  const { database } = stack;
  const rows = {
    contact_submissions: submission({ name: SECRET, message: SECRET }),
    demo_bookings: booking({ name: SECRET }),
    internship_applications: application({ ...announced, name: SECRET }),
    notification_requests: notificationRequest({ name: SECRET, resource_type: SECRET }),
    voice_leads: lead({ name: SECRET }),
  };
  for (const [table, row] of Object.entries(rows)) {
    const { error } = await stack.visitor().from(table).insert(row);
    if (error) throw new Error(`${table}: ${error.message}`);
  }
  await database`
    insert into public.voice_calls (id, name, email, transcript, dead_at, dead_told_at)
    values (${randomUUID()}, ${SECRET}, '', ${SECRET}, now(), now())`;
  const { contact_submissions: contact, demo_bookings, internship_applications } = rows;
  const applied = String(internship_applications['id']);
  const bucket = stack.visitor().storage.from('resumes');
  const { error } = await bucket.upload(resumePath(applied, 'pdf'), PDF, { contentType: 'application/pdf' });
  if (error) throw error;
  await database`update public.internship_applications set notified_at = now()`;

  const request = { request_kind: 'contact_submissions', request_id: contact['id'], version: 1 };
  const answer = { booking: demo_bookings['id'], answer: 'confirmed', starts_at: null };
  const desk = openDesk(stack, staff);
  await desk.ask('desk_note', { ...request, version: undefined, note_id: randomUUID(), note: SECRET });
  await desk.ask('desk_answer_booking', { ...answer, version: 1, answer_id: randomUUID(), note: SECRET });
  await database`select public.knock_meeting(${String(demo_bookings['id'])}, ${SECRET})`;
  // The backend's own sweep forgets whoever no longer knocks.
  await database`update public.meeting_knocks set at = now() + interval '1 day'`;
  await database`select public.end_meeting(${String(demo_bookings['id'])}, 60, true)`;
  await desk.ask('desk_resume', { application: applied });
  // The backend's own sweep has nothing to do with them.
  for (const table of TEAM_TABLES)
    await database`update ${database(`public.${table}`)} set notified_at = now() where dead_at is null`;
  return {
    application: applied,
    values: {
      ...request,
      ...answer,
      ...{ state: 'done', person: staff.id, note_id: randomUUID(), note: 'A note', answer_id: randomUUID() },
      ...{ application: applied, address: contact['email'], weeks: 12, promised: '1 day' },
      ...{ kinds: null, states: null, words: '', before_at: null, before_id: null, most: 10 },
      // Of the functions for the team.
      ...{ request_table: 'contact_submissions', claimed: new Date().toISOString(), failure: '', resource: SECRET },
      ...{ token: randomUUID(), visitor_table: 'contact_submissions', keep_days: 1 },
      ...{
        request: '{}',
        visitor_headers: '{}',
        visitor: SECRET,
        host: staff.id,
        session: staff.session,
        link: SECRET,
        seconds: 60,
        worked: true,
      },
    },
  };
}
