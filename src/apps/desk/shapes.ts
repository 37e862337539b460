import * as z from 'zod/mini';

/** The states of a request, in the order in which it passes through them. */
export const STATES = ['new', 'in work', 'done'] as const;
export type State = (typeof STATES)[number];

/** What staff can answer to a booking. */
export const ANSWERS = ['confirmed', 'proposed', 'declined'] as const;
export type AnswerKind = (typeof ANSWERS)[number];

const text = z.string();
const textOrNull = z.nullable(text);

/** The caller's account, before the second factor. */
export const accountShape = z.object({
  staff: z.boolean(),
  must_change_password: z.boolean(),
  session_over: z.boolean(),
});
export type Account = z.infer<typeof accountShape>;

/** Everybody who is or was staff. */
export const colleaguesShape = z.array(z.object({ user_id: text, email: text, removed: z.boolean() }));
export type Colleague = z.infer<typeof colleaguesShape>[number];

/** A request as the list has it. Times are ISO 8601 in UTC. */
export const entryShape = z.object({
  /** The table, such as `demo_bookings`. */
  kind: text,
  id: text,
  created_at: text,
  name: text,
  email: text,
  subject: text,
  dead: z.boolean(),
  state: z.enum(STATES),
  opened_at: textOrNull,
  answered_at: textOrNull,
  assigned_to: textOrNull,
  version: z.number(),
  changed_by: textOrNull,
});
export type Entry = z.infer<typeof entryShape>;
export const entriesShape = z.array(entryShape);

/** A stored row: what the visitor sent, and what the database noted about it. */
export const rowShape = z.record(text, z.union([text, z.number(), z.boolean(), z.null()]));
export type Row = z.infer<typeof rowShape>;

const callShape = z.object({
  id: text,
  created_at: text,
  started_at: textOrNull,
  duration_s: z.number(),
  end_reason: text,
  transcript: text,
  outcome: text,
  summary: text,
  recording_url: text,
});
export type Call = z.infer<typeof callShape>;

const answerShape = z.object({
  id: text,
  answer: z.enum(ANSWERS),
  starts_at: text,
  note: text,
  author: text,
  created_at: text,
  notified_at: textOrNull,
  dead_at: textOrNull,
  /** Why the last try to mail it failed; empty if none did. */
  failure: text,
  /** Not mailed: a later answer came first. */
  passed_over: z.boolean(),
});
export type Answer = z.infer<typeof answerShape>;

const noteShape = z.object({ id: text, author: text, text, created_at: text });
export type Note = z.infer<typeof noteShape>;

/** What became of a call in a room. */
const meetingShape = z.object({ ended_at: text, seconds: z.number(), worked: z.nullable(z.boolean()) });

/** Somebody who waits to be let into the room of a booking. */
export const knocksShape = z.array(z.object({ booking: text, name: text, since: text }));
export type Knock = z.infer<typeof knocksShape>[number];

/** The address of a room, with a host's ticket. */
export const roomShape = z.object({ url: z.url() });

const deedShape = z.object({ at: text, who: text, what: text });
export type Deed = z.infer<typeof deedShape>;

/** One request with everything about it. */
export const detailShape = z.object({
  entry: entryShape,
  request: rowShape,
  /** Its name in the bucket. */
  resume: textOrNull,
  calls: z.array(callShape),
  answers: z.array(answerShape),
  meeting: z.nullable(meetingShape),
  notes: z.array(noteShape),
  history: z.array(deedShape),
});
export type Detail = z.infer<typeof detailShape>;

export const exportShape = z.array(z.extend(entryShape, { request: rowShape }));
export type Exported = z.infer<typeof exportShape>[number];

export const erasureShape = z.record(text, z.union([z.number(), z.array(text)]));
export const erasedPartShape = z.object({ deleted: erasureShape, more: z.boolean() });

export const countsShape = z.object({ unread: z.number(), dead: z.number() });
export type Counts = z.infer<typeof countsShape>;

export const waitingShape = z.array(z.object({ resource_type: text, waiting: z.number() }));
export type Waiting = z.infer<typeof waitingShape>[number];

export const figuresShape = z.object({
  requests: z.array(z.object({ week: text, kind: text, count: z.number() })),
  answers: z.array(
    z.object({ week: text, answered: z.number(), within_promise: z.number(), median_s: z.nullable(z.number()) }),
  ),
  unanswered: z.number(),
  calls: z.array(z.object({ reason: text, count: z.number(), median_s: z.nullable(z.number()) })),
});
export type Figures = z.infer<typeof figuresShape>;

export const logShape = z.array(
  z.object({ id: z.number(), at: text, who: text, what: text, kind: textOrNull, request_id: textOrNull }),
);
export type LogLine = z.infer<typeof logShape>[number];
