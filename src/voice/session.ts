import type { DailyAdvancedConfig, DailyEventObjectCameraError } from '@daily-co/daily-js';
import type { CallEvent, EndReason, FailureKind, Lead } from './call-events.ts';
import { detailOf, failureOf } from './failure.ts';
import { measureLevel } from './level.ts';
import { loadSdk, type VapiClient } from './load-sdk.ts';
import { MicrophoneError } from './microphone.ts';
import { voiceProvider, type VoiceProvider } from './provider.ts';
import { catchStrayRejections, hangUp, removePlayers } from './recovery.ts';
import { endedBecause, speechUpdate, transcriptLine } from './transcript.ts';

/** From the open microphone to the assistant on the line (milliseconds). */
const CONNECT_WITHIN_MS = 20_000;
/** From the provider's word that the call has ended to the end itself (milliseconds). */
const END_WITHIN_MS = 3000;

/** A call that was started. */
export interface CallSession {
  /** Hangs up, at whatever point the call is. The microphone is closed when this returns. */
  stop(): void;
  setMuted(muted: boolean): void;
  /** Says something in writing. Returns false when the call can't take it now. */
  ask(text: string): boolean;
}

/** One call at a time: there is one microphone, and the SDKs bear no second call in a page. */
let current: CallSession | undefined;
let closing: Promise<void> = Promise.resolve();

/**
 * Starts a call. Everything that happens comes as an event; exactly one of `ended` and `failed` is the last.
 *
 * @returns null when a call is on already (spec section 4)
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
  #interrupted = false;
  #reason: EndReason | undefined;
  #track: MediaStreamTrack | undefined;
  #client: VapiClient | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopMeasuring: (() => void) | undefined;

  constructor(report: (event: CallEvent) => void) {
    this.#report = report;
    window.addEventListener('offline', this.#onOffline);
    window.addEventListener('online', this.#onOnline);
  }

  readonly stop = (): void => this.#finish({ type: 'ended', reason: 'visitor' });

  readonly setMuted = (muted: boolean): void => {
    if (this.#over) return;
    // Ours is the track: whatever the SDKs do with it, nothing is heard.
    if (this.#track) this.#track.enabled = !muted;
    if (this.#client?.getDailyCallObject()) this.#client.setMuted(muted);
    this.#report({ type: 'muted', muted });
  };

  readonly ask = (text: string): boolean => {
    if (this.#over || !this.#live) return false;
    try {
      this.#client?.send({
        type: 'add-message',
        message: { role: 'user', content: text },
        triggerResponseEnabled: true,
      });
    } catch (error) {
      console.warn('The question could not be sent.', error);
      return false;
    }
    this.#report({ type: 'transcript', speaker: 'visitor', text, partial: false });
    return true;
  };

  /** Makes the call, step by step; every step may find that the visitor has hung up meanwhile. */
  async run(lead: Lead, provider: VoiceProvider): Promise<void> {
    try {
      const track = await this.#stage('microphone', provider.openMicrophone());
      this.#track = track;
      if (this.#isOver()) {
        track.stop();
        return;
      }
      track.addEventListener('ended', () => this.#fail('no-microphone', 'The microphone was disconnected.'));
      this.#endAfter(CONNECT_WITHIN_MS, () => this.#fail('provider-unreachable', 'The call took too long to start.'));

      const [Vapi] = await this.#stage('sdk', Promise.all([loadSdk(), closing]));
      if (this.#isOver()) return;
      // One path through the SDK everywhere: evaluated code would need a weaker CSP.
      const config: DailyAdvancedConfig = { avoidEval: true };
      if (provider.bundleUrl) config.callObjectBundleUrlOverride = provider.bundleUrl;
      const client = new Vapi(provider.key, provider.apiBaseUrl, config, { audioSource: track });
      this.#client = client;
      this.#listen(client);
      const values = { leadName: lead.name, leadEmail: lead.email };
      await client.start(provider.assistant, { metadata: values, variableValues: values });
    } catch (error) {
      if (error instanceof MicrophoneError) this.#fail(error.kind, error.message);
      else this.#fail('provider-unreachable', detailOf(error));
    }
  }

  #listen(client: VapiClient): void {
    // Without a listener for it, an error would be thrown, and the SDK be stuck. It stays when the call is over.
    client.on('error', (error: unknown) => {
      const kind = failureOf(error, this.#live);
      if (kind) this.#fail(kind, detailOf(error));
    });
    client.on('call-start-progress', ({ stage, status, duration }) => {
      // The one way to keep a start from going on: stop() does nothing before there is a call to stop.
      if (this.#over) throw new Error('The visitor has hung up.');
      this.#emit({ type: 'stage', stage, status, ...(duration !== undefined && { duration }) });
    });
    client.on('call-start', () => {
      if (this.#over || this.#live) return;
      this.#live = true;
      clearTimeout(this.#timer);
      if (this.#track)
        this.#stopMeasuring = measureLevel(this.#track, (level) =>
          this.#emit({ type: 'volume', speaker: 'visitor', level }),
        );
      this.#emit({ type: 'live' });
    });
    client.on('call-end', () => {
      if (this.#reason) this.#finish({ type: 'ended', reason: this.#reason });
      else if (this.#interrupted) this.#fail('network-lost', 'The connection was lost.');
      else if (this.#live) this.#finish({ type: 'ended', reason: 'assistant' });
      else this.#fail('provider-ended', 'The call ended before it began.');
    });
    client.on('message', (message: unknown) => this.#onMessage(message));
    client.on('speech-start', () => this.#emit({ type: 'speaking', speaker: 'assistant', speaking: true }));
    client.on('speech-end', () => this.#emit({ type: 'speaking', speaker: 'assistant', speaking: false }));
    client.on('volume-level', (level) => this.#emit({ type: 'volume', speaker: 'assistant', level }));
    client.on('audio', (player) => {
      if (this.#over) player.remove();
    });
    client.on('camera-error', ({ error }: { error?: { error?: DailyEventObjectCameraError['error'] } }) => {
      const type = error?.error?.type;
      if (type === 'permissions') this.#fail('microphone-refused', 'The call machine may not use the microphone.');
      else if (type === 'not-found') this.#fail('no-microphone', 'The call machine found no microphone.');
      else if (type === 'mic-in-use') this.#fail('microphone-in-use', 'The call machine found the microphone in use.');
    });
    client.on('network-connection', (event: { event?: string } | undefined) =>
      this.#setInterrupted(event?.event === 'interrupted'),
    );
    client.on('network-quality-change', (event: { threshold?: string } | undefined) => {
      if (!this.#interrupted) this.#emit({ type: 'network', quality: event?.threshold === 'good' ? 'good' : 'low' });
    });
  }

  #onMessage(message: unknown): void {
    const line = transcriptLine(message);
    if (line) this.#emit({ type: 'transcript', ...line });
    const update = speechUpdate(message);
    // The assistant's voice is measured: that it speaks is known better from there.
    if (update?.speaker === 'visitor') this.#emit({ type: 'speaking', ...update });
    const ended = endedBecause(message);
    if (!ended || this.#over) return;
    if ('kind' in ended) this.#fail(ended.kind, 'The provider ended the call with an error.');
    else {
      this.#reason = ended.reason;
      this.#endAfter(END_WITHIN_MS, () => this.#finish({ type: 'ended', reason: ended.reason }));
    }
  }

  readonly #onOffline = () => this.#setInterrupted(true);
  readonly #onOnline = () => this.#setInterrupted(false);

  #setInterrupted(interrupted: boolean): void {
    if (this.#interrupted === interrupted) return;
    this.#interrupted = interrupted;
    this.#emit({ type: 'network', quality: interrupted ? 'interrupted' : 'good' });
  }

  async #stage<Result>(stage: string, work: Promise<Result>): Promise<Result> {
    const began = performance.now();
    this.#emit({ type: 'stage', stage, status: 'started' });
    const settled = (status: 'completed' | 'failed') =>
      this.#emit({ type: 'stage', stage, status, duration: Math.round(performance.now() - began) });
    try {
      const result = await work;
      settled('completed');
      return result;
    } catch (error) {
      settled('failed');
      throw error;
    }
  }

  /** Asked anew after every wait. */
  #isOver(): boolean {
    return this.#over;
  }

  #emit(event: CallEvent): void {
    if (!this.#over) this.#report(event);
  }

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
    this.#track?.stop();
    removePlayers();
    window.removeEventListener('offline', this.#onOffline);
    window.removeEventListener('online', this.#onOnline);
    current = undefined;
    closing = this.#close();
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
