import type Daily from '@daily-co/daily-js';
import type { DailyCall, DailyParticipantUpdateOptions } from '@daily-co/daily-js';
import { catchStrayRejections, hangUp } from '../voice/recovery.ts';
import { endingOf, refusalOf } from './ending.ts';
import { read, type Envelope } from './envelope.ts';
import { qualityOf } from './quality.ts';
import { Interruptions } from './interruptions.ts';
import { loadDaily } from './load-daily.ts';
import type { EndingKind, Invitation, Quality, Waiting } from './meeting-state.ts';
import { isMutedByHost, participantOf, type Participant } from './people.ts';

/** The maximum time from the loaded machine to the room or its lobby (milliseconds). */
const JOIN_WITHIN_MS = 30_000;

/** What we send of a device: its track, and whether it is on. */
export interface Source {
  track: MediaStreamTrack | undefined;
  on: boolean;
}
export interface Sources {
  audio: Source;
  video: Source;
}

/** What happens in a call. The last report is `ended`, exactly once. */
export type Report =
  | { type: 'attempt'; attempt: number }
  | { type: 'joining'; screenShare: boolean }
  | { type: 'knocking' | 'entered' | 'muted-by-host' | 'screen-stopped' | 'screen-failed' }
  | { type: 'interrupted'; interrupted: boolean }
  | { type: 'people'; people: readonly Participant[] }
  | { type: 'waiting'; waiting: readonly Waiting[] }
  | { type: 'speaker'; id: string }
  | { type: 'quality'; quality: Quality }
  | { type: 'message'; from: Participant; envelope: Envelope }
  | { type: 'ended'; kind: EndingKind };

/** Resolves when no earlier call is hanging up any more: the package allows one at a time. */
let closing: Promise<void> = Promise.resolve();

/** One way through a room: from loading the package to the end. A second way needs another one. */
export class Call {
  readonly #invitation: Invitation;
  readonly #bundleUrl: string | undefined;
  readonly #report: (report: Report) => void;
  readonly #forgetRejections = catchStrayRejections();
  readonly #interruptions = new Interruptions(
    (interrupted) => this.#tell({ type: 'interrupted', interrupted }),
    () => this.end('network'),
  );
  #call: DailyCall | undefined;
  #over = false;
  #inside = false;
  #knocked = false;
  #joined = false;
  #endedForAll = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the machine has been told to send. */
  #sent: Sources = { audio: { track: undefined, on: false }, video: { track: undefined, on: false } };

  constructor(invitation: Invitation, bundleUrl: string | undefined, report: (report: Report) => void) {
    this.#invitation = invitation;
    this.#bundleUrl = bundleUrl;
    this.#report = report;
  }

  /** @param sources what to send at the moment of joining */
  async run(sources: () => Sources): Promise<void> {
    this.#tell({ type: 'attempt', attempt: 1 });
    const daily = await loadDaily().catch((error: unknown) => {
      console.warn('The package for video calls could not be loaded.', error);
      this.end('load-failed');
    });
    await closing;
    if (!daily || this.#isOver()) return;
    const browser = daily.supportedBrowser();
    if (!browser.supported) {
      this.end('unsupported');
      return;
    }
    try {
      const call = this.#create(daily);
      this.#call = call;
      this.#listen(call);
      await call.load();
      if (this.#isOver()) return;
      // Loaded with a script tag, a machine that threw counts as loaded, and would never answer.
      if (!isMachineThere()) {
        this.end('load-failed');
        return;
      }
      this.#tell({ type: 'joining', screenShare: browser.supportsScreenShare });
      this.#timer = setTimeout(() => this.end('network'), JOIN_WITHIN_MS);
      // Only now: a leave between load and join would be overtaken by the join.
      await this.#join(call, sources());
    } catch (error) {
      if (!this.#over) console.warn('The call could not begin.', error);
      this.end(this.#call ? endingOf({ error }) : refusalOf(error));
    }
  }

  #create(daily: typeof Daily): DailyCall {
    // Code that is evaluated would need a weaker policy.
    const dailyConfig = { avoidEval: true, ...(this.#bundleUrl && { callObjectBundleUrlOverride: this.#bundleUrl }) };
    const call = daily.createCallObject({ dailyConfig });
    const url =
      this.#bundleUrl ??
      `https://c.daily.co/call-machine/versioned/${daily.version()}/static/call-machine-object-bundle.js`;
    let attempt = 1;
    call.on('load-attempt-failed', () => {
      attempt++;
      if (attempt > 3) return;
      // Chromium asks only once for a script that hangs: another address makes the next attempt one.
      Object.assign(dailyConfig, { callObjectBundleUrlOverride: `${url}?attempt=${attempt}` });
      this.#tell({ type: 'attempt', attempt });
    });
    return call;
  }

  async #join(call: DailyCall, { audio, video }: Sources): Promise<void> {
    const { url, token, name } = this.#invitation;
    this.#sent = { audio, video };
    await call.join({
      url,
      userName: name,
      ...(token !== null && { token }),
      // Without a track of ours, the machine would open the device itself.
      audioSource: audio.track ?? false,
      videoSource: video.track ?? false,
      startAudioOff: !audio.on,
      startVideoOff: !video.on,
    });
  }

  #listen(call: DailyCall): void {
    call.on('error', (event) => {
      const kind = endingOf(event);
      this.end(kind === 'removed' && this.#endedForAll ? 'ended-for-all' : kind);
    });
    call.on('left-meeting', () => this.end(this.#interruptions.any ? 'network' : 'failed'));
    call.on('joined-meeting', () => this.#onJoined(call));
    call.on('access-state-updated', () => this.#onJoined(call));
    for (const name of ['participant-joined', 'participant-updated', 'participant-left'] as const)
      call.on(name, ({ participant }) => {
        if (name === 'participant-left') this.#interruptions.forget(participant.session_id);
        if (participant.local && isMutedByHost(participant) && this.#sent.audio.on)
          this.#tell({ type: 'muted-by-host' });
        this.#tellPeople(call);
      });
    for (const name of [
      'waiting-participant-added',
      'waiting-participant-updated',
      'waiting-participant-removed',
    ] as const)
      call.on(name, () => {
        const waiting = Object.values(call.waitingParticipants()).map(({ id, name }) => ({ id, name }));
        this.#tell({ type: 'waiting', waiting });
      });
    call.on('active-speaker-change', ({ activeSpeaker }) => this.#tell({ type: 'speaker', id: activeSpeaker.peerId }));
    call.on('network-quality-change', (event) => this.#tell({ type: 'quality', quality: qualityOf(event) }));
    call.on('network-connection', (event) => this.#interruptions.note(event));
    call.on('nonfatal-error', ({ type, errorMsg }) => {
      console.warn('The call machine reports a problem.', type, errorMsg);
      if (type === 'screen-share-error') this.#tell({ type: 'screen-failed' });
    });
    call.on('local-screen-share-canceled', () => this.#tell({ type: 'screen-failed' }));
    call.on('local-screen-share-stopped', () => this.#tell({ type: 'screen-stopped' }));
    call.on('app-message', ({ data, fromId }) => {
      const envelope = read(data);
      const from = this.#people(call).find(({ id }) => id === fromId);
      if (!envelope || !from) return;
      if (envelope.meet !== 'end') this.#tell({ type: 'message', from, envelope });
      else if (from.host) this.#endedForAll = true;
    });
  }

  /** In the room, or in its lobby: a room that is private lets in whom a host admits. */
  #onJoined(call: DailyCall): void {
    if (this.#over || call.meetingState() !== 'joined-meeting') return;
    clearTimeout(this.#timer);
    if (!this.#joined) {
      this.#joined = true;
      // Otherwise the provider keeps the name for later meetings.
      void call.setUserName(this.#invitation.name, { thisMeetingOnly: true });
    }
    const { access } = call.accessState();
    if (access === 'unknown' || access.level === 'none') return;
    if (access.level === 'lobby') {
      if (!this.#knocked) void this.#knock(call);
      return;
    }
    if (!this.#inside) {
      this.#inside = true;
      this.#interruptions.start();
      this.#tell({ type: 'entered' });
    }
    this.#tellPeople(call);
  }

  async #knock(call: DailyCall): Promise<void> {
    this.#knocked = true;
    this.#tell({ type: 'knocking' });
    const { granted } = await call
      .requestAccess({ name: this.#invitation.name })
      .catch((error: unknown) => (console.warn('Knocking failed.', error), { granted: false }));
    if (!granted) this.end('declined');
  }

  #people(call: DailyCall): Participant[] {
    return Object.values(call.participants()).map(participantOf);
  }

  #tellPeople(call: DailyCall): void {
    if (this.#inside) this.#tell({ type: 'people', people: this.#people(call) });
  }

  #tell(report: Report): void {
    if (!this.#over) this.#report(report);
  }

  #isOver(): boolean {
    return this.#over;
  }

  /** Sends what our devices have now. */
  send({ audio, video }: Sources): void {
    const call = this.#call;
    if (this.#over || !this.#joined || !call) return;
    this.#sendTrack('audio', audio, (audioSource) => call.setInputDevicesAsync({ audioSource }));
    this.#sendTrack('video', video, (videoSource) => call.setInputDevicesAsync({ videoSource }));
    if (audio.on !== this.#sent.audio.on) call.setLocalAudio(audio.on);
    if (video.on !== this.#sent.video.on) call.setLocalVideo(video.on);
    this.#sent = { audio, video };
  }

  #sendTrack(
    kind: keyof Sources,
    { track }: Source,
    set: (source: MediaStreamTrack | false) => Promise<unknown>,
  ): void {
    const before = this.#sent[kind].track;
    if (!track || track === before) return;
    void set(track);
    // Who joined without a device is not allowed one before this, which the types lack.
    if (!before) void set(true as false);
  }

  /** Tells everybody else. Returns whether we are in the room; throws what the package throws. */
  tell(envelope: Envelope): boolean {
    if (!this.#inside || this.#over) return false;
    this.#call?.sendAppMessage(envelope);
    return true;
  }

  /** Answers a knock. */
  answer(id: string, granted: boolean): void {
    this.#call?.updateWaitingParticipant(id, { grantRequestedAccess: granted }).catch((error: unknown) => {
      console.warn('Answering a knock failed.', error);
    });
  }

  update(id: string, what: DailyParticipantUpdateOptions): void {
    if (!this.#over && id in (this.#call?.participants() ?? {})) this.#call?.updateParticipant(id, what);
  }

  startScreen(mediaStream: MediaStream): void {
    // Text stays sharp.
    this.#call?.startScreenShare({ mediaStream, screenVideoSendSettings: 'detail-optimized' });
  }

  stopScreen(): void {
    if (!this.#over) this.#call?.stopScreenShare();
  }

  /** Ends it, whatever it is doing. */
  end(kind: EndingKind): void {
    if (this.#over) return;
    this.#tell({ type: 'ended', kind });
    this.#over = true;
    clearTimeout(this.#timer);
    this.#interruptions.stop();
    const call = this.#call;
    if (call) closing = hangUp(() => call.destroy()).then(this.#forgetRejections);
    else this.#forgetRejections();
  }
}

/** Whether the call machine has introduced itself. */
function isMachineThere(): boolean {
  const { _daily: daily } = window as { _daily?: { instances?: Record<string, { callMachine?: unknown }> } };
  return Object.values(daily?.instances ?? {}).some(({ callMachine }) => callMachine !== undefined);
}
