import agent from 'copy:agent';
import type { DailyAdvancedConfig } from '@daily-co/daily-js';
import type { CallSession } from './call-session.ts';
import { variablesOf } from './variables.ts';
import type { CallEvent, EndReason, FailureKind, Lead } from './call-events.ts';
import { detailOf, failureOf, isMeetingEnd } from './failure.ts';
import { measureLevel } from './level.ts';
import { watchLine, type LineWatch } from './line-watch.ts';
import { loadSdk, type VapiClient } from './load-sdk.ts';
import { MicrophoneError } from './microphone.ts';
import { takeCall } from './only-call.ts';
import { voiceProvider } from './provider.ts';
import { openQuestions } from './questions.ts';
import { catchStrayRejections, hangUp, removePlayers } from './recovery.ts';
import { listenTo, type Signal } from './sdk-signals.ts';
import { timed } from './timed.ts';
import type { VoiceProvider } from './voice-provider.ts';

/** The maximum time from the open microphone to the assistant on the line (milliseconds). */
const CONNECT_WITHIN_MS = 20_000;
/** The maximum time from the provider's report that the call has ended to the actual end (milliseconds). */
const END_WITHIN_MS = 3000;

/** One call at a time: there is one microphone, and the SDKs can't handle two calls in a page. */
let current: CallSession | undefined;
/** Resolves when no call is hanging up in the background any more. */
let closing: Promise<void> = Promise.resolve();

/**
 * Starts a call. Everything that happens is reported as an event; the last one is either `ended` or `failed`.
 *
 * @returns null when a call is already in progress (spec section 4)
 */
export function startCall(lead: Lead, report: (event: CallEvent) => void): CallSession | null {
  if (current) return null;
  const provider = voiceProvider();
  const call = new Call(report);
  current = call;
  void call.run(lead, provider);
  return current;
}

class Call implements CallSession {
  readonly #report: (event: CallEvent) => void;
  readonly #forgetRejections = catchStrayRejections();
  #over = false;
  #live = false;
  #muted = false;
  /** The current interruptions: the connection is good again when all are over. */
  readonly #interruptions = new Set<string>();
  #reason: EndReason | undefined;
  #track: MediaStreamTrack | undefined;
  #client: VapiClient | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopMeasuring: (() => void) | undefined;
  #line: LineWatch | undefined;
  /** Lets other tabs call. */
  #giveBack: (() => void) | undefined;
  readonly #questions = openQuestions(
    (message) => this.#client?.send(message),
    (event) => {
      if (event.type === 'transcript') this.#line?.asked();
      this.#emit(event);
    },
  );

  constructor(report: (event: CallEvent) => void) {
    this.#report = report;
    window.addEventListener('offline', this.#onOffline);
    window.addEventListener('online', this.#onOnline);
  }

  readonly stop = (): void => this.#finish({ type: 'ended', reason: 'visitor' });

  readonly setMuted = (muted: boolean): void => {
    if (this.#over) return;
    this.#muted = muted;
    this.#applyMuted();
    this.#report({ type: 'muted', muted });
  };

  /** Disables the track itself, which we own: a muted one is silent, even if the SDKs fail to mute. */
  #applyMuted(): void {
    if (this.#track) this.#track.enabled = !this.#muted;
    if (this.#client?.getDailyCallObject()) this.#client.setMuted(this.#muted);
  }

  readonly ask = (text: string): boolean => {
    if (this.#over || !this.#live) return false;
    return this.#questions.ask(text, this.#interruptions.size > 0);
  };

  readonly withdraw = (question: string): void => this.#questions.withdraw(question);

  readonly typing = (): void => {
    if (this.#over || !this.#live || this.#interruptions.size > 0) return;
    this.#line?.typed();
    this.#questions.typing();
  };

  /** Makes the call step by step. The visitor may hang up during any step. */
  async run(lead: Lead, provider: VoiceProvider): Promise<void> {
    try {
      this.#giveBack = await takeCall();
      if (!this.#giveBack) this.#fail('call-elsewhere', 'Another tab has a call.');
      if (this.#isOver()) {
        this.#giveBack?.();
        return;
      }
      const track = await timed('microphone', provider.openMicrophone(), this.#emit);
      this.#track = track;
      if (this.#isOver()) {
        track.stop();
        return;
      }
      for (const type of ['mute', 'unmute'] as const)
        track.addEventListener(type, () => this.#emit({ type: 'silenced', silenced: track.muted }));
      track.addEventListener('ended', () => this.#fail('no-microphone', 'The microphone was disconnected.'));
      this.#endAfter(CONNECT_WITHIN_MS, () => this.#fail('provider-unreachable', 'The call took too long to start.'));

      const Vapi = await timed('sdk', loadSdk(), this.#emit).catch((error: unknown) => {
        this.#fail('code-missing', detailOf(error));
      });
      await closing;
      if (!Vapi || this.#isOver()) return;
      // The same path through the SDK everywhere; evaluated code would need a weaker CSP.
      const config: DailyAdvancedConfig = { avoidEval: true };
      if (provider.bundleUrl) config.callObjectBundleUrlOverride = provider.bundleUrl;
      const client = new Vapi(provider.key, provider.apiBaseUrl, config, { audioSource: track });
      this.#client = client;
      listenTo(client, this.#onSignal);
      await client.start(provider.assistant, {
        metadata: { leadName: lead.name, leadEmail: lead.email, leadId: lead.id },
        variableValues: variablesOf(lead),
      });
    } catch (error) {
      if (error instanceof MicrophoneError) this.#fail(error.kind, error.message);
      else this.#fail('provider-unreachable', detailOf(error));
    }
  }

  readonly #onSignal = (signal: Signal): void => {
    switch (signal.type) {
      case 'stage':
        // The only way to abort a start: stop() does nothing before there is a call.
        if (this.#over) throw new Error('The visitor has hung up.');
        this.#emit(signal);
        break;
      case 'started':
        this.#goLive();
        break;
      case 'ending':
        this.#prepareEnd(signal.because);
        break;
      case 'left':
        if (this.#reason) this.#finish({ type: 'ended', reason: this.#reason });
        else if (this.#interruptions.size > 0) this.#fail('network-lost', 'The connection was lost.');
        else if (this.#live) this.#finish({ type: 'ended', reason: 'assistant' });
        else this.#fail('provider-ended', 'The call ended before it began.');
        break;
      case 'error':
        this.#onError(signal.error);
        break;
      case 'microphone-failed':
        this.#fail(signal.kind, 'The call machine cannot use the microphone.');
        break;
      case 'microphone-sent':
        // When noise cancellation fails, the SDK reopens the microphone, even if it was muted.
        if (this.#muted) this.#applyMuted();
        break;
      case 'connection':
        this.#setInterrupted(signal.cause, signal.interrupted);
        break;
      case 'quality':
        if (this.#interruptions.size === 0) this.#emit({ type: 'network', quality: signal.good ? 'good' : 'low' });
        break;
      case 'player':
        if (this.#over) signal.player.remove();
        break;
      default:
        this.#emit(signal);
        this.#line?.note(signal);
    }
  };

  #goLive(): void {
    if (this.#over || this.#live) return;
    this.#live = true;
    clearTimeout(this.#timer);
    this.#emit({ type: 'live' });
    this.#measure();
    this.#line = watchLine(agent.silence, (event) => {
      if (event.type === 'failed' || event.type === 'ended') this.#finish(event);
      else this.#emit(event);
    });
  }

  #prepareEnd(because: { reason: EndReason } | { kind: FailureKind }): void {
    if (this.#over) return;
    if ('kind' in because) this.#fail(because.kind, 'The provider ended the call with an error.');
    else if (!this.#live) this.#fail('provider-ended', 'The provider ended the call before it began.');
    else {
      this.#reason = because.reason;
      this.#endAfter(END_WITHIN_MS, () => this.#finish({ type: 'ended', reason: because.reason }));
    }
  }

  #onError(error: unknown): void {
    // Daily reports the room's closing after the assistant has left as an error.
    if (this.#reason) this.#finish({ type: 'ended', reason: this.#reason });
    else if (this.#live && isMeetingEnd(error)) this.#finish({ type: 'ended', reason: 'assistant' });
    const kind = failureOf(error, this.#live);
    if (kind) this.#fail(kind, detailOf(error));
  }

  readonly #onOffline = () => this.#setInterrupted('offline', true);
  readonly #onOnline = () => this.#setInterrupted('offline', false);

  #setInterrupted(cause: string, interrupted: boolean): void {
    if (interrupted) this.#interruptions.add(cause);
    else if (!this.#interruptions.delete(cause)) return;
    const event = { type: 'network', quality: this.#interruptions.size > 0 ? 'interrupted' : 'good' } as const;
    this.#emit(event);
    this.#line?.note(event);
    if (event.quality === 'good') this.#questions.deliver();
  }

  #measure(): void {
    if (!this.#track || this.#isOver()) return;
    try {
      this.#stopMeasuring = measureLevel(this.#track, (level) =>
        this.#emit({ type: 'volume', speaker: 'visitor', level }),
      );
    } catch (error) {
      console.warn('The microphone level cannot be measured.', error);
    }
  }

  /** Reads the field anew after an await, where TypeScript would have narrowed it. */
  #isOver(): boolean {
    return this.#over;
  }

  readonly #emit = (event: CallEvent): void => {
    if (!this.#over) this.#report(event);
  };

  #endAfter(ms: number, end: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(end, ms);
  }

  #fail(kind: FailureKind, detail: string): void {
    this.#finish({ type: 'failed', kind, detail });
  }

  #finish(event: CallEvent): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#stopMeasuring?.();
    this.#line?.stop();
    this.#track?.stop();
    this.#giveBack?.();
    removePlayers();
    window.removeEventListener('offline', this.#onOffline);
    window.removeEventListener('online', this.#onOnline);
    current = undefined;
    closing = Promise.all([closing, this.#close()]).then(() => undefined);
    this.#report(event);
  }

  /** Lets the SDK finish in the background; the next call waits for it. */
  async #close(): Promise<void> {
    const client = this.#client;
    if (client) await hangUp(() => client.stop());
    removePlayers();
    this.#forgetRejections();
  }
}
