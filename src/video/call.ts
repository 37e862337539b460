import type { DailyCall, DailyParticipant, DailyParticipantUpdateOptions } from '@daily-co/daily-js';
import { catchStrayRejections, hangUp } from '../voice/recovery.ts';
import { endingOf, refusalOf } from './ending.ts';
import type { Envelope } from './envelope.ts';
import { Interruptions } from './interruptions.ts';
import { loadDaily } from './load-daily.ts';
import { createCall, loadMachine } from './machine.ts';
import type { EndingKind, Invitation } from './meeting-state.ts';
import { isMutedByHost, participantOf, type Participant } from './people.ts';
import { listenTo, type Signal } from './signals.ts';

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
  | { type: 'knocking' | 'entered' | 'muted-by-host' }
  | { type: 'interrupted'; interrupted: boolean }
  | { type: 'people'; people: readonly Participant[] }
  | { type: 'message'; from: Participant; envelope: Envelope }
  | Extract<Signal, { type: 'waiting' | 'speaker' | 'quality' | 'screen-failed' | 'screen-stopped' }>
  | { type: 'ended'; kind: EndingKind };

/** Resolves when no earlier call is hanging up any more: the package allows one at a time. */
let closing: Promise<void> = Promise.resolve();

/** One way through a room: from loading the package to the end. The next one needs another. */
export class Call {
  readonly #invitation: Invitation;
  readonly #bundleUrl: string | undefined;
  readonly #report: (report: Report) => void;
  readonly #forgetRejections = catchStrayRejections();
  readonly #interruptions = new Interruptions(
    // At the door there is no call that could be interrupted.
    (interrupted) => this.#inside && this.#tell({ type: 'interrupted', interrupted }),
    () => this.end('network'),
  );
  #call: DailyCall | undefined;
  #over = false;
  #joined = false;
  #knocked = false;
  #inside = false;
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
      const call = createCall(daily, this.#bundleUrl, (attempt) => this.#tell({ type: 'attempt', attempt }));
      this.#call = call;
      listenTo(call, (signal) => this.#on(call, signal));
      if (!(await loadMachine(call))) this.end('load-failed');
      if (this.#isOver()) return;
      this.#tell({ type: 'joining', screenShare: browser.supportsScreenShare });
      this.#timer = setTimeout(() => this.end('network'), JOIN_WITHIN_MS);
      // Only now: a leave between load and join would be overtaken by the join.
      await this.#join(call, sources());
    } catch (error) {
      if (!this.#over) console.warn('The call could not begin.', error);
      this.end(this.#call ? endingOf({ error }) : refusalOf(error));
    }
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

  #on(call: DailyCall, signal: Signal): void {
    if (this.#over) return;
    switch (signal.type) {
      case 'failed':
        this.end(signal.kind === 'removed' && this.#endedForAll ? 'ended-for-all' : signal.kind);
        break;
      case 'left':
        this.end(this.#interruptions.any ? 'network' : 'failed');
        break;
      case 'joined':
        this.#onJoined(call);
        break;
      case 'person':
        this.#onPerson(signal.participant);
        this.#tellPeople(call);
        break;
      case 'connection':
        this.#interruptions.note(signal.event);
        break;
      case 'message':
        this.#onMessage(call, signal);
        break;
      default:
        this.#tell(signal);
    }
  }

  /** In the room, or in its lobby: a room that is private lets in whom a host admits. */
  #onJoined(call: DailyCall): void {
    if (call.meetingState() !== 'joined-meeting') return;
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
      this.#tell({ type: 'entered' });
      this.#interruptions.start();
    }
    this.#tellPeople(call);
  }

  async #knock(call: DailyCall): Promise<void> {
    this.#knocked = true;
    this.#tell({ type: 'knocking' });
    try {
      const { granted } = await call.requestAccess({ name: this.#invitation.name });
      if (!granted) this.end('declined');
    } catch (error) {
      if (!this.#over) console.warn('Knocking failed.', error);
      // Nobody has said no.
      this.end('network');
    }
  }

  #onPerson(participant: DailyParticipant): void {
    if (participant.local && isMutedByHost(participant) && this.#sent.audio.on) this.#tell({ type: 'muted-by-host' });
  }

  #onMessage(call: DailyCall, { fromId, envelope }: Extract<Signal, { type: 'message' }>): void {
    const from = peopleIn(call).find(({ id }) => id === fromId);
    if (!from) return;
    if (envelope.meet !== 'end') this.#tell({ type: 'message', from, envelope });
    else if (from.host) this.#endedForAll = true;
  }

  #tellPeople(call: DailyCall): void {
    if (!this.#inside) return;
    const people = peopleIn(call);
    this.#interruptions.people(people.filter(({ local }) => !local).map(({ id }) => id));
    this.#tell({ type: 'people', people });
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

const peopleIn = (call: DailyCall): Participant[] => Object.values(call.participants()).map(participantOf);
