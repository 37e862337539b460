import { Call, type Report } from './call.ts';
import { fits, type Envelope } from './envelope.ts';
import { checkInvitation } from './invitation.ts';
import { LocalMedia } from './local-media.ts';
import type { DeviceKind, EndingKind, Invitation, Meeting, MeetingOptions } from './meeting-state.ts';
import { OwnCaptions } from './own-captions.ts';
import { openScreen, stopAll } from './screen.ts';
import { View } from './view.ts';

export type * from './meeting-state.ts';

/** A meeting: from the door, through the call, to its end, and again. */
export const createMeeting = (options: MeetingOptions = {}): Meeting => new Room(options.bundleUrl);

class Room implements Meeting {
  readonly #bundleUrl: string | undefined;
  readonly #media = new LocalMedia(() => this.#onMedia());
  readonly #view = new View(this.#media);
  readonly #ownCaptions = new OwnCaptions((text, final) => this.#onHeard(text, final));
  readonly #page = new AbortController();
  #call: Call | undefined;
  /** When we came in (performance.now, milliseconds). */
  #since: number | undefined;

  readonly state = this.#view.state;

  constructor(bundleUrl: string | undefined) {
    this.#bundleUrl = bundleUrl;
    // A page that the back/forward cache keeps must not look and listen on.
    window.addEventListener('pagehide', () => this.#close(), { signal: this.#page.signal });
    this.#view.set({});
  }

  readonly join = (invitation: Invitation): void => {
    if (this.#call) {
      console.warn('Already in a meeting, or on the way into one: leave it first.');
      return;
    }
    checkInvitation(invitation);
    this.#call = new Call(invitation, this.#bundleUrl, this.#onReport);
    this.#view.begin(invitation.name);
    void this.#call.run(() => this.#media.sources);
  };

  readonly leave = (): void => this.#call?.end('left');

  readonly setAudio = async (on: boolean): Promise<void> => {
    if (on) this.#view.set({ mutedByHost: false });
    await this.#media.turn('microphone', on, this.#call !== undefined);
  };

  readonly setVideo = (on: boolean): Promise<void> => this.#media.turn('camera', on, false);

  readonly setDevice = async (kind: DeviceKind, id: string): Promise<void> => {
    if (kind === 'speaker') this.#media.chooseSpeaker(id);
    else await this.#media.choose(kind, id);
  };

  readonly startScreen = async (): Promise<void> => {
    const call = this.#call;
    if (!call || this.state.get().screenShare !== 'off') return;
    this.#view.set({ problem: undefined });
    const screen = await openScreen();
    if (typeof screen === 'string') this.#view.set({ problem: screen });
    else if (call !== this.#call || this.#media.screen) stopAll(screen);
    else {
      this.#media.showScreen(screen, this.stopScreen);
      call.startScreen(screen);
      this.#view.set({ screenShare: 'on' });
    }
  };

  readonly stopScreen = (): void => {
    if (!this.#media.screen) return;
    this.#call?.stopScreen();
    this.#hideScreen();
  };

  #hideScreen(): void {
    this.#media.hideScreen();
    if (this.state.get().screenShare === 'on') this.#view.set({ screenShare: 'off' });
  }

  readonly setCaptions = (on: boolean): void => {
    if (this.state.get().captioning === 'unavailable') return;
    this.#ownCaptions.on = on;
    this.#view.set({ captioning: on ? 'on' : 'off' });
    this.#onMedia();
  };

  readonly sendChat = (text: string): ReturnType<Meeting['sendChat']> => {
    const envelope = { meet: 'chat', text: text.trim() } as const;
    if (envelope.text === '') return 'empty';
    if (!fits(envelope)) return 'too-long';
    if (this.state.get().phase !== 'in-call' || !this.#tell(envelope)) return 'not-connected';
    this.#view.ownMessage(envelope.text);
    return undefined;
  };

  readonly admit = (id: string): void => this.#call?.answer(id, true);
  readonly decline = (id: string): void => this.#call?.answer(id, false);
  readonly mute = (id: string): void => this.#call?.update(id, { setAudio: false });
  readonly remove = (id: string): void => this.#call?.update(id, { eject: true });

  readonly endForAll = (): void => {
    if (!this.#tell({ meet: 'end' })) return;
    for (const { id } of this.state.get().waiting) this.decline(id);
    for (const { id } of this.#view.others) this.remove(id);
    this.#call?.end('ended-for-all');
  };

  readonly destroy = (): void => {
    this.#close();
    this.#page.abort();
    this.#media.destroy();
  };

  #close(): void {
    this.leave();
    this.#media.closeAll();
  }

  /** Whether it was sent. */
  #tell(envelope: Envelope): boolean {
    try {
      return this.#call?.tell(envelope) ?? false;
    } catch (error) {
      console.warn('A message could not be sent.', error);
      return false;
    }
  }

  #onHeard(text: string, final: boolean): void {
    const envelope = { meet: 'caption', text, final } as const;
    if (fits(envelope) && this.#tell(envelope)) this.#view.ownWords(text, final);
  }

  /** Something about our devices has changed. */
  #onMedia(): void {
    const { sources } = this.#media;
    this.#call?.send(sources);
    void this.#ownCaptions.listenTo(sources.audio.on && this.#since !== undefined ? sources.audio.track : undefined);
    this.#view.set({});
  }

  readonly #onReport = (report: Report): void => {
    const view = this.#view;
    switch (report.type) {
      case 'attempt':
        view.set({ attempt: report.attempt });
        break;
      case 'joining':
        view.set({ phase: 'joining', attempt: 0, screenShare: report.screenShare ? 'off' : 'unavailable' });
        break;
      case 'knocking':
        view.set({ phase: 'knocking' });
        break;
      case 'entered':
        this.#since = performance.now();
        view.set({ phase: 'in-call' });
        // What changed on the way.
        this.#onMedia();
        if (this.state.get().captioning === 'unavailable')
          void OwnCaptions.areAvailable().then((available) => available && view.set({ captioning: 'off' }));
        break;
      case 'interrupted':
        view.set({ phase: report.interrupted ? 'reconnecting' : 'in-call' });
        break;
      case 'people': {
        const { quality } = this.state.get();
        if (view.people(report.people).length > 0 && quality !== 'good') this.#tell({ meet: 'quality', quality });
        break;
      }
      case 'waiting':
        view.waiting(report.waiting);
        break;
      case 'speaker':
        view.speaker(report.id);
        break;
      case 'quality':
        view.set({ quality: report.quality });
        this.#tell({ meet: 'quality', quality: report.quality });
        break;
      case 'muted-by-host':
        view.set({ mutedByHost: true });
        void this.#media.turn('microphone', false, true);
        break;
      case 'screen-failed':
        view.set({ problem: 'screen-failed' });
        this.#hideScreen();
        break;
      case 'screen-stopped':
        this.#hideScreen();
        break;
      case 'message':
        view.message(report);
        break;
      case 'ended':
        this.#onEnded(report.kind);
    }
  };

  #onEnded(kind: EndingKind): void {
    const seconds = this.#since === undefined ? 0 : Math.round((performance.now() - this.#since) / 1000);
    this.#call = undefined;
    this.#since = undefined;
    this.#view.waiting([]);
    this.#view.people([]);
    this.#media.closeAll();
    this.#view.set({
      phase: 'ended',
      ending: { kind, seconds },
      attempt: 0,
      activeSpeaker: undefined,
      screenShare: 'unavailable',
    });
  }
}
