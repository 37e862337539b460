import { plainLine } from '../../../backend/text-rules.ts';
import { ownValue } from '../../../lib/own-value.ts';
import type { Row } from '../shapes.ts';

/** The words of what visitors send: those of the mails to the team. */
export interface Labels {
  team: Readonly<Record<'name' | 'email' | 'received' | 'page' | 'referrer' | 'campaign', string>>;
  booking: Readonly<Record<'company' | 'topic' | 'officeTime' | 'theirTime', string>>;
  application: Readonly<Record<'phone' | 'position' | 'availability' | 'file' | 'motivation' | 'experience', string>>;
  positions: Readonly<Record<string, string>>;
  availabilities: Readonly<Record<string, string>>;
}

/** A value on one line, with what it is. */
export type Fact = readonly [label: string, value: string];

export interface Facts {
  facts: Fact[];
  /** Longer texts, as they were typed. */
  texts: Fact[];
}

/** What every request has, or what the desk shows elsewhere. */
const ELSEWHERE = new Set([
  ...['id', 'name', 'email', 'source', 'created_at', 'fill_ms', 'notified_at', 'acknowledged_at', 'passed_over'],
  ...['page', 'referrer_host', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...['tries', 'failure', 'dead_at', 'resume_name', 'resume_extension', 'resume_size', 'resume_state'],
  ...['lead_id', 'started_at', 'ended_at', 'duration_s', 'end_reason', 'transcript', 'summary', 'recording_url'],
  ...['asked', 'failed', 'outcome'],
]);

const textOf = (row: Row, column: string): string => String(row[column] ?? '');
const inWords = (column: string) => (column.charAt(0).toUpperCase() + column.slice(1)).replaceAll('_', ' ');

/** What only this kind of request has, by its columns: a label for those that are facts or texts, a function for more. */
type Columns = Record<string, { label: string; text?: boolean; names?: Readonly<Record<string, string>> }>;

function columnsOf(kind: string, { booking, application, positions, availabilities }: Labels): Columns {
  const known: Record<string, Columns> = {
    contact_submissions: { subject: { label: 'Subject' }, message: { label: 'Message', text: true } },
    demo_bookings: {
      company: { label: booking.company },
      topic: { label: booking.topic },
      note: { label: 'Note', text: true },
    },
    internship_applications: {
      phone: { label: application.phone },
      position: { label: application.position, names: positions },
      availability: { label: application.availability, names: availabilities },
      motivation: { label: application.motivation, text: true },
      experience: { label: application.experience, text: true },
    },
    notification_requests: { resource_type: { label: 'Waiting for' } },
  };
  return known[kind] ?? {};
}

/** The times of a booking are shown with its answers. */
const OF_BOOKING = new Set(['starts_at', 'time_zone']);

/** What a visitor sent, in the order in which it was asked. Empty values are left out. */
export function factsOf(kind: string, row: Row, labels: Labels): Facts {
  const columns = columnsOf(kind, labels);
  // A column or kind that was added since is shown, too, under its own name.
  const others = Object.keys(row).filter(
    (name) => !(name in columns) && !ELSEWHERE.has(name) && !(kind === 'demo_bookings' && OF_BOOKING.has(name)),
  );
  const all = [
    ...Object.entries(columns),
    ...others.map((name) => [name, { label: inWords(name), text: textOf(row, name).includes('\n') }] as const),
  ];
  const facts: Fact[] = [];
  const texts: Fact[] = [];
  for (const [column, { label, text, names }] of all as [string, Columns[string]][]) {
    const value = textOf(row, column);
    if (value.trim() === '') continue;
    if (text) texts.push([label, value]);
    else facts.push([label, plainLine((names && ownValue(names, value)) ?? value)]);
  }
  return { facts, texts };
}

/** Where a request came from. Empty values are left out. */
export function originOf(row: Row, { team }: Labels): Fact[] {
  const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']
    .map((column) => plainLine(textOf(row, column)))
    .filter(Boolean)
    .join(' / ');
  const facts: Fact[] = [
    [team.page, plainLine(textOf(row, 'page'))],
    [team.referrer, plainLine(textOf(row, 'referrer_host'))],
    [team.campaign, campaign],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** What a request is about, in a few words, for the list. '' if its kind says it all. */
export function subjectOf(kind: string, subject: string, { positions }: Pick<Labels, 'positions'>): string {
  if (kind === 'voice_leads') return '';
  return plainLine(kind === 'internship_applications' ? (ownValue(positions, subject) ?? subject) : subject);
}
