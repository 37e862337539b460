import { atom, computed, map } from 'nanostores';
import type { CallEvent, EndReason, FailureKind, Lead, Speaker } from '../voice/call-events.ts';
import { CLOSE_AFTER_MS, isCalling, nextState, type CallInput, type CallState } from '../voice/call-state.ts';
import { addLine, type Caption } from '../voice/captions.ts';
import type { CallSession } from '../voice/call-session.ts';
import { resumeChat, startChat } from '../voice/chat.ts';
import { startCall } from '../voice/session.ts';
import { $action } from './action.ts';

/** The state of the call. */
export const $call = atom<CallState>('idle');

/** Whether another tab of this browser has a call. */
export const $elsewhere = atom(false);

/** What the page shows of a call. */
export interface CallView {
  /** Whether it is a chat: nothing is spoken. */
  written: boolean;
  /** Whether this tab has kept it, and it goes on. */
  resumed: boolean;
  /** When it went live (performance.now, milliseconds). */
  liveSince: number | null;
  muted: boolean;
  network: 'good' | 'low' | 'interrupted';
  speaking: Record<Speaker, boolean>;
  /** Whether the device keeps the microphone silent. */
  silenced: boolean;
  /** Whether the agent has owed an answer for long. */
  late: boolean;
  /** Whether the last answer broke off. */
  broken: boolean;
  /** The seconds until a silence ends the call, if that is near. */
  closing: number | null;
  /** Written questions that wait for an interrupted connection. */
  undelivered: readonly string[];
  /** The address that gets the summary. */
  email: string;
  /** What ended it, unless it was cut off. */
  endedBy: EndReason | null;
  /** Whether the site could not store who is calling, so that no summary can be sent. */
  unknown: boolean;
}
const SILENT: CallView = {
  written: false,
  resumed: false,
  liveSince: null,
  muted: false,
  network: 'good',
  speaking: { visitor: false, assistant: false },
  silenced: false,
  late: false,
  broken: false,
  closing: null,
  undelivered: [],
  email: '',
  endedBy: null,
  unknown: false,
};
/** What the panel shows apart from captions and levels. */
export const $callView = map<CallView>(SILENT);

/** The captions, kept until the next call. */
export const $captions = atom<readonly Caption[]>([]);
/** The volume of each side, 0 to 1. */
export const $levels = map<Record<Speaker, number>>({ visitor: 0, assistant: 0 });
/** Why the last call could not start or was cut off. `live`: whether it had begun. */
export const $callFailure = atom<{ kind: FailureKind; live: boolean } | null>(null);

/**
 * What follows a call that has ended: `mail`, a summary; `silent`, nothing, because nothing was asked; `unknown`, nothing,
 * because the site does not know who called; `failed`, nothing, because it was cut off.
 */
export type CallEnding = 'mail' | 'silent' | 'unknown' | 'failed';
export const $ending = computed([$callView, $captions, $callFailure], ({ unknown }, captions, failure): CallEnding => {
  if (failure) return 'failed';
  if (!captions.some(({ speaker }) => speaker === 'visitor')) return 'silent';
  return unknown ? 'unknown' : 'mail';
});

let session: CallSession | null = null;
let closeTimer: ReturnType<typeof setTimeout> | undefined;

$call.listen((state) => holdEnded(state !== 'ended'));
$action.listen(() => holdEnded(false));

/** Keeps an ended call on screen while it is hovered or focused; the timer restarts afterwards. */
export function holdEnded(held: boolean): void {
  clearTimeout(closeTimer);
  // What was typed, or waits for an answer, must not disappear.
  if (!held && $unsent.get() === '' && !$action.get() && $call.get() === 'ended')
    closeTimer = setTimeout(() => callInput('close'), CLOSE_AFTER_MS);
}

/** Passes an input to the state machine. Only {@link beginCall} submits. */
export function callInput(input: Exclude<CallInput, 'submit'>): void {
  const before = $call.get();
  $call.set(nextState(before, input));
  if (input === 'press' && isCalling(before)) session?.stop();
}

/** Who spoke or wrote last. */
export const $lastLead = atom<Lead | null>(null);

/** Who wants to write instead of speaking, after a call. The form begins the chat, and stores the lead. */
export const $wish = atom<Lead | null>(null);
export const writeInstead = (): void => $wish.set($lastLead.get());

/** What keeps a chat from working as well as a call. */
const NOT_IN_WRITING: readonly FailureKind[] = ['call-elsewhere', 'code-missing', 'provider-refused', 'network-lost'];
/** Whether a chat may work where a call has failed. */
export const canWrite = (kind: FailureKind): boolean => !NOT_IN_WRITING.includes(kind);

/** What is typed as a question. It outlives the call: a chat can go on with it. */
export const $question = atom('');

/** What was typed in a call and never delivered. */
export const $unsent = computed([$callView, $question], ({ undelivered }, typed) =>
  [...undelivered, typed].join(' ').trim(),
);

/** Clears what the last call has left, and shows this one. */
function show(lead: Lead, kind: Pick<CallView, 'written' | 'resumed'>): void {
  $callView.set({ ...SILENT, email: lead.email, ...kind });
  $captions.set([]);
  $levels.set({ visitor: 0, assistant: 0 });
  $callFailure.set(null);
  $action.set(null);
  $lastLead.set(lead);
}

/**
 * Calls the assistant on behalf of the lead, or writes with it. Returns whether that has begun.
 *
 * @param written whether to write
 */
export function beginCall(lead: Lead, written: boolean): boolean {
  if (!['idle', 'confirming', 'ended'].includes($call.get())) return false;
  // What the last one could not deliver is asked again.
  $question.set($unsent.get());
  show(lead, { written, resumed: false });
  session = written ? startChat(lead, onCallEvent) : startCall(lead, onCallEvent);
  if (session) $call.set(nextState('confirming', 'submit'));
  return session !== null;
}

/** Goes on with the chat that this tab has kept, if there is one. */
export function resumeKeptChat(): void {
  if ($call.get() !== 'idle') return;
  const kept = resumeChat(onCallEvent);
  if (!kept) return;
  show(kept.lead, { written: true, resumed: true });
  session = kept.session;
  $call.set(nextState('confirming', 'submit'));
}

/** Notes that the site could not store who is calling. It may be known only after another call has begun. */
export function noteUnknownCaller(lead: string): void {
  if ($lastLead.get()?.id === lead) $callView.setKey('unknown', true);
}

/** Hangs up if a call is in progress. */
export function hangUp(): void {
  if (isCalling($call.get())) callInput('press');
}

/** Mutes or unmutes the microphone. */
export const setMuted = (muted: boolean): void => session?.setMuted(muted);

/** Sends the assistant a written question, if need be once the connection is back. Returns false when it can't. */
export const askAssistant = (question: string): boolean => session?.ask(question) ?? false;

/** Takes back a written question that was not delivered yet. */
export const withdrawQuestion = (question: string): void => session?.withdraw(question);

/** The visitor is typing a question, so the call is not silent. */
export const noteTyping = (): void => session?.typing();

/** What an event changes of the view. */
function changeOf(event: CallEvent): Partial<CallView> {
  switch (event.type) {
    case 'live':
      return { liveSince: performance.now() };
    case 'speaking':
      return { speaking: { ...$callView.get().speaking, [event.speaker]: event.speaking } };
    case 'muted':
      return { muted: event.muted };
    case 'network':
      return { network: event.quality };
    case 'silenced':
      return { silenced: event.silenced };
    case 'late':
      return { late: event.late };
    case 'broken':
      return { broken: event.broken };
    case 'closing':
      return { closing: event.seconds };
    case 'undelivered':
      return { undelivered: event.questions };
    case 'ended':
      return { endedBy: event.reason };
    default:
      return {};
  }
}

function onCallEvent(event: CallEvent): void {
  const change = changeOf(event);
  if (Object.keys(change).length > 0) $callView.set({ ...$callView.get(), ...change });
  switch (event.type) {
    case 'live':
      callInput('live');
      break;
    case 'volume':
      $levels.setKey(event.speaker, event.level);
      break;
    case 'transcript':
      $captions.set(addLine($captions.get(), event));
      break;
    case 'action':
      $action.set(event.action);
      break;
    case 'stage':
      performance.mark(`call-${event.stage}-${event.status}`, { detail: event });
      break;
    case 'ended':
      settle('end');
      break;
    case 'failed':
      console.warn(`The call failed (${event.kind}):`, event.detail);
      $callFailure.set({ kind: event.kind, live: $call.get() === 'active' });
      settle('fail');
      break;
    default:
  }
}

function settle(input: 'end' | 'fail'): void {
  session = null;
  $levels.set({ visitor: 0, assistant: 0 });
  callInput(input);
}
