import * as z from 'zod/mini';
import { codePoints, EMAIL_PATTERN, plainLine } from '../../src/backend/text-rules.ts';
import { outcomeOf } from '../../src/voice/call-outcome.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import { withoutAccountNumbers } from './account-numbers.ts';
import type { CallRow } from './calls.ts';
import { emailCopy } from './email-copy.generated.ts';

/** Maximum code points of each text; longer text is truncated. The same as in the voice_calls migration. */
export const CALL_LIMITS = {
  name: 100,
  email: 254,
  end_reason: 200,
  // Twice what is said in 20 minutes.
  transcript: 40_000,
  outcome: 4000,
  summary: 4000,
  recording_url: 2000,
} as const;
const ONE_DAY_S = 86_400;

/**
 * An optional part of a report; a value of the wrong type is dropped. A report must not be refused, and a call lost,
 * because the provider changed a detail.
 */
const part = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);
const text = part(z.string());
const metadata = part(z.object({ leadId: part(z.guid()), leadName: text, leadEmail: text }));

/** By the provider's id of each. */
const structuredOutputs = part(
  z.record(z.string(), part(z.object({ name: text, result: part(z.record(z.string(), z.unknown())) }))),
);

// A message of a chat has its words in content.
const messages = part(z.array(part(z.object({ role: text, message: text, content: text }))));
const variables = part(z.object({ variableValues: metadata }));

/** The provider's messages about the end of a call or a chat. Of all others, only the type is read. */
export const providerMessage = z.object({
  message: z.object({
    type: z.string('required'),
    endedReason: text,
    startedAt: text,
    endedAt: text,
    durationSeconds: part(z.number()),
    // Where the metadata is depends on how the call was made.
    call: part(z.object({ id: part(z.guid()), metadata, assistantOverrides: part(z.object({ metadata })) })),
    assistant: part(z.object({ metadata })),
    // A chat has no metadata, so its lead is among the variables.
    chat: part(z.object({ sessionId: part(z.guid()), assistantOverrides: variables })),
    session: part(
      z.object({
        id: part(z.guid()),
        status: text,
        createdAt: text,
        updatedAt: text,
        messages,
        assistantOverrides: variables,
        artifact: part(z.object({ structuredOutputs })),
      }),
    ),
    artifact: part(
      z.object({
        transcript: text,
        messages,
        recordingUrl: text,
        structuredOutputs,
        recording: part(z.object({ mono: part(z.object({ combinedUrl: text })) })),
      }),
    ),
    analysis: part(z.object({ summary: text })),
  }),
});
export type ProviderMessage = z.infer<typeof providerMessage>['message'];

/**
 * A word can have some marks on each letter; the time that it takes to sort more grows with the square of their number.
 * The two half-width letters become marks when a text is normalized.
 */
const calm = (value: string) => value.replaceAll(/([\p{M}\uFF9E\uFF9F]{8})[\p{M}\uFF9E\uFF9F]+/gu, '$1');

/** The text as PostgreSQL can store it, truncated to `limit` code points. */
function fit(value: string | undefined, limit: number): string {
  const storable = calm(value ?? '')
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .trim();
  if (codePoints(storable) <= limit) return storable;
  return `${Array.from(storable)
    .slice(0, limit - 1)
    .join('')}…`;
}

/** How far beyond the limit a number is searched (characters). The search takes time. */
const BEYOND = 10_000;

/** The same, without card and bank account numbers. One at the limit is still found as a whole. */
function fitWithoutAccountNumbers(value: string | undefined, limit: number): string {
  const text = calm(value ?? '').trim();
  const shown = Array.from(text.slice(0, 2 * limit))
    .slice(0, limit)
    .join('').length;
  const rest = withoutAccountNumbers(text.slice(0, shown + BEYOND), shown);
  return fit(shown < text.length ? `${rest}…` : rest, limit);
}

/** A time between 2000 and 2099 as ISO 8601, else null: JavaScript reads dates that PostgreSQL can't. */
const instant = (value: string | undefined): string | null => {
  const time = new Date(value ?? NaN);
  const year = time.getUTCFullYear();
  return year >= 2000 && year < 2100 ? time.toISOString() : null;
};

/** The URL if it is safe to link, else ''. */
function link(address: string | undefined): string {
  const url = address && URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && url.href.length <= CALL_LIMITS.recording_url ? url.href : '';
}

const SPEAKERS: Readonly<Record<string, string>> = { user: 'User', bot: 'AI', assistant: 'AI' };

/** A text on one line that can be wrapped at each blank: what can't be wrapped begins a line, like a turn of the agent. */
const wrappable = (value: string) => plainLine(value).replaceAll(/\s/g, ' ').replaceAll('\u2011', '-');

/**
 * Who said what, one line per turn. The provider's own text is used only without messages: what a visitor typed can
 * have line breaks, and so could add a line of the agent.
 */
function conversation({ transcript, messages = [] }: NonNullable<ProviderMessage['artifact']>): string | undefined {
  const turns: { speaker: string; words: string }[] = [];
  for (const message of messages) {
    const speaker = Object.hasOwn(SPEAKERS, message?.role ?? '') ? SPEAKERS[message?.role ?? ''] : undefined;
    const words = wrappable(message?.message ?? message?.content ?? '');
    if (speaker === undefined || words === '') continue;
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.words += ` ${words}`;
    else turns.push({ speaker, words });
  }
  return turns.length > 0 ? turns.map(({ speaker, words }) => `${speaker}: ${words}`).join('\n') : transcript;
}

/** An answer in words, on one line; '' for none, or one of a kind that we didn't ask for. */
function answerOf(given: unknown): string {
  const { yes, no } = emailCopy.outcome;
  const one = (answer: unknown) => (typeof answer === 'string' ? wrappable(answer) : '');
  if (typeof given === 'boolean') return given ? yes : no;
  return Array.isArray(given) ? given.map(one).filter(Boolean).join('; ') : one(given);
}

/** What the team wants to know of a conversation (content/assistant/outcome.yaml), one line per answer. */
function outcomeIn({ structuredOutputs = {} }: NonNullable<ProviderMessage['artifact']>): string {
  const given = Object.values(structuredOutputs).find((output) => output?.name === OUTCOME)?.result ?? {};
  return emailCopy.outcome.fields
    .map(({ name, label }) => ({ label, answer: Object.hasOwn(given, name) ? answerOf(given[name]) : '' }))
    .filter(({ answer }) => answer !== '')
    .map(({ label, answer }) => `${label}: ${answer}`)
    .join('\n');
}

/** Whether the caller said or typed anything. A report without any words does not tell. */
const wasAsked = (artifact: NonNullable<ProviderMessage['artifact']>): boolean =>
  (artifact.transcript === undefined && artifact.messages === undefined) ||
  /^User: *\S/m.test(conversation(artifact) ?? '');

/** The type of a message that a report may follow, with more about the same chat. */
export const SESSION_UPDATED = 'session.updated';

/**
 * The report in a message, or undefined. The provider's documentation does not say whether the end of a chat comes like
 * that of a call, or as the update that completes its session: both are read.
 */
export function reportIn(message: ProviderMessage): ProviderMessage | undefined {
  if (message.type === 'end-of-call-report') return message;
  const { type, session } = message;
  if (type !== SESSION_UPDATED || session?.status !== 'completed' || session.messages === undefined) return undefined;
  return {
    ...message,
    startedAt: session.createdAt,
    endedAt: session.updatedAt,
    chat: { sessionId: session.id, assistantOverrides: session.assistantOverrides },
    artifact: { messages: session.messages, structuredOutputs: session.artifact?.structuredOutputs },
  };
}

/**
 * The row for a call report.
 *
 * @returns undefined when the report does not name its call
 */
export function callRow(report: ProviderMessage): CallRow | undefined {
  const { call, chat, artifact = {} } = report;
  // All messages of a chat belong to one session.
  const id = call?.id ?? chat?.sessionId;
  if (id === undefined) return undefined;
  const places = [
    call?.assistantOverrides?.metadata,
    call?.metadata,
    report.assistant?.metadata,
    chat?.assistantOverrides?.variableValues,
  ];
  const find = <Key extends 'leadId' | 'leadName' | 'leadEmail'>(key: Key) =>
    places.map((place) => place?.[key]).find((value) => value !== undefined);
  const startedAt = instant(report.startedAt);
  const endedAt = instant(report.endedAt);
  const measured = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : 0;
  const asked = wasAsked(artifact);
  // A chat may come without its duration.
  const least = chat && artifact.messages && asked ? 1 : 0;
  const seconds = Math.max(Math.ceil(report.durationSeconds ?? measured), least);
  const email = (find('leadEmail') ?? '').trim();
  return {
    id,
    lead_id: find('leadId') ?? null,
    name: fit(plainLine(find('leadName') ?? ''), CALL_LIMITS.name),
    // The team replies to this address.
    email: codePoints(email) <= CALL_LIMITS.email && EMAIL_PATTERN.test(email) ? email : '',
    started_at: startedAt,
    ended_at: endedAt,
    duration_s: Math.min(seconds, ONE_DAY_S),
    end_reason: fit(report.endedReason, CALL_LIMITS.end_reason),
    transcript: fitWithoutAccountNumbers(conversation(artifact), CALL_LIMITS.transcript),
    // A model writes what it was told: with lines of its own, it could add those of others, such as a transcript.
    summary: fitWithoutAccountNumbers(wrappable(report.analysis?.summary ?? ''), CALL_LIMITS.summary),
    outcome: fitWithoutAccountNumbers(outcomeIn(artifact), CALL_LIMITS.outcome),
    recording_url: link(artifact.recording?.mono?.combinedUrl) || link(artifact.recordingUrl),
    asked: seconds > 0 && asked,
    failed: ['fault', 'ours'].includes(outcomeOf(report.endedReason ?? '')),
  };
}
