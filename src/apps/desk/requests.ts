import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import { eraseInParts } from '../../backend/erase-in-parts.ts';
import type { MeetingAccess } from '../../backend/meeting-access.ts';
import { RESUME_BUCKET } from '../../backend/resume.ts';
import { client } from './client.ts';
import { Failure, failureOf, type Refusal } from './failure.ts';
import * as shapes from './shapes.ts';
import type { AnswerKind, Entry, State } from './shapes.ts';

/** How long to wait for an answer (milliseconds). */
const TIMEOUT_MS = 20_000;
const NOT_UNDERSTOOD =
  'The desk does not understand the answer of the database. Reload the page: there may be a new version.';

const NO_ROOM = 'There is no room for this booking (any more): its time is not confirmed, or rooms are off.';

/** Which requests a list or an export has. Null: all of them. */
export interface Filter {
  kinds: readonly string[] | null;
  /** `dead` stands for dead letters. */
  states: readonly (State | 'dead')[] | null;
  words: string;
}

/** A request in its table. */
export interface Key {
  kind: string;
  id: string;
}

let onLoss: (failure: Failure) => void = () => undefined;

/** Has a function called when the database answers that the session or its rights are gone. */
export function onLostRights(listener: typeof onLoss): void {
  onLoss = listener;
}

/** Throws what a response reports. */
function refuse(refusal: Refusal, status: number): never {
  const failure = failureOf(refusal, status);
  if (failure.kind === 'signed-out' || failure.kind === 'not-staff') onLoss(failure);
  throw failure;
}

function understood<Schema extends ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const read = z.safeParse(schema, data);
  if (read.success) return read.data;
  console.error('An answer of the database has another shape:', z.prettifyError(read.error));
  throw new Failure('server', NOT_UNDERSTOOD);
}

interface Response {
  data: unknown;
  error: Refusal | null;
  status: number;
}

/** Throws if the session goes on, but could not be renewed: without its token, nobody would be asking. */
async function needToken(): Promise<void> {
  const { error } = await client().auth.getSession();
  if (isAuthRetryableFetchError(error)) throw failureOf({ message: error.message }, error.status);
}

/** Calls a function of the database. Every one of them can throw a {@link Failure}. */
async function ask<Schema extends ZodMiniType>(
  schema: Schema,
  name: string,
  question: Record<string, unknown> = {},
): Promise<z.output<Schema>> {
  await needToken();
  const answer: Response = await client().rpc(name, question).abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (answer.error) refuse(answer.error, answer.status);
  return understood(schema, answer.data);
}

const of = ({ kind, id }: Key) => ({ request_kind: kind, request_id: id });
const nothing = z.unknown();

export const readAccount = () => ask(shapes.accountShape, 'desk_account');
export const readColleagues = () => ask(shapes.colleaguesShape, 'desk_colleagues');
export const readCounts = () => ask(shapes.countsShape, 'desk_counts');

/** The newest requests, or those after one. */
export const readList = (filter: Filter, most: number, before?: Entry) =>
  ask(shapes.entriesShape, 'desk_list', {
    ...filter,
    most,
    ...(before && { before_at: before.created_at, before_id: before.id }),
  });

/** Null if it is not stored (any more). The log says first that it is opened: nothing is handed out before. */
export async function readRequest(key: Key): Promise<shapes.Detail | null> {
  await ask(nothing, 'desk_open', of(key));
  return ask(z.nullable(shapes.detailShape), 'desk_request', of(key));
}

/** The row of the list of one request. Null if it is not stored (any more). */
export const readEntry = (key: Key) => ask(z.nullable(shapes.entryShape), 'desk_entry', of(key));

export const setState = (key: Key, version: number, state: State) =>
  ask(shapes.entryShape, 'desk_set_state', { ...of(key), version, state });

/** @param person their user id; null for nobody */
export const assign = (key: Key, version: number, person: string | null) =>
  ask(shapes.entryShape, 'desk_assign', { ...of(key), version, person });

export const markAnswered = (key: Key, version: number) =>
  ask(shapes.entryShape, 'desk_mark_answered', { ...of(key), version });

/** Stores a note once for each id. */
export const addNote = (key: Key, id: string, note: string) =>
  ask(nothing, 'desk_note', { ...of(key), note_id: id, note });

/** An answer to a booking. `starts_at` is an instant; null for the time that was last agreed on or proposed. */
export interface BookingAnswer {
  answer: AnswerKind;
  starts_at: string | null;
  note: string;
}

/** Stores an answer to a booking once for each id. */
export const answerBooking = (booking: string, version: number, id: string, answer: BookingAnswer) =>
  ask(shapes.entryShape, 'desk_answer_booking', { booking, version, answer_id: id, ...answer });

/** Has the visitor mailed the answer. Without it, or if it fails, the next sweep does it within minutes. */
export async function mailAnswer(id: string): Promise<void> {
  const answer: { error: unknown } = await client().functions.invoke('request-notification', {
    body: { table: 'booking_answers', id },
  });
  if (answer.error) console.warn('The answer could not be mailed yet:', answer.error);
}

export const readKnocks = () => ask(shapes.knocksShape, 'desk_knocks');

/** Tells whoever knocks with this name that they are not let in. */
export const declineKnock = ({ booking, name }: shapes.Knock) =>
  ask(nothing, 'desk_decline_knock', { booking, visitor: name });

/** The address of a booking's room for its host. The log says who enters. */
export async function readRoom(booking: string): Promise<string> {
  await needToken();
  const answer = await client().functions.invoke<unknown>('meeting-access', {
    body: { action: 'ticket', booking } satisfies MeetingAccess,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (answer.error === null) return understood(shapes.roomShape, answer.data).url;
  const status = answer.response?.status ?? 0;
  if (status === 404) throw new Failure('refused', NO_ROOM);
  return refuse({ message: '', ...(status === 403 && { code: '42501' }) }, status);
}

/** The file of an application's resume. Opening it is logged. */
export async function readResume(application: string): Promise<Blob> {
  const name = await ask(z.string(), 'desk_resume', { application });
  // A copy that the storage's network keeps would be handed out without asking whether this is still allowed.
  const fresh = { cacheNonce: crypto.randomUUID() };
  const { data, error } = await client().storage.from(RESUME_BUCKET).download(name, fresh, { cache: 'no-store' });
  if (error) refuse({ message: error.message }, 'status' in error ? Number(error.status) : 0);
  return data;
}

/** What a filter leaves, in full. The log says first that somebody exports. */
export async function exportRequests(filter: Filter): Promise<shapes.Exported[]> {
  await ask(nothing, 'desk_begin_export');
  return ask(shapes.exportShape, 'desk_export', { ...filter });
}

export const readErasure = (address: string) => ask(shapes.erasureShape, 'desk_erasure', { address });
export const erase = (address: string) => eraseInParts(() => ask(shapes.erasedPartShape, 'desk_erase', { address }));
/** Returns how many. */
export const retryDeadLetters = () => ask(z.number(), 'desk_retry_dead_letters');
export const readWaiting = () => ask(shapes.waitingShape, 'desk_waiting');

/** @param promised the time within which a first answer is promised, for example `24 hours` */
export const readFigures = (weeks: number, promised: string) =>
  ask(shapes.figuresShape, 'desk_figures', { weeks, promised });

/** The newest lines of the log, or those before one. */
export async function readLog(most: number, before?: number): Promise<shapes.LogLine[]> {
  const all = client().from('desk_log').select('*').order('id', { ascending: false }).limit(most);
  // To somebody without rights, a table looks empty. A function refuses.
  const [answer]: [Response, unknown] = await Promise.all([
    before === undefined ? all : all.lt('id', before),
    readColleagues(),
  ]);
  if (answer.error) refuse(answer.error, answer.status);
  return understood(shapes.logShape, answer.data);
}
