import { atom } from 'nanostores';
import { Call, type Report } from './call.ts';
import { Conversation } from './conversation.ts';
import { fits, type Envelope } from './envelope.ts';
import { checkInvitation } from './invitation.ts';
import { Levels } from './levels.ts';
import { LocalMedia } from './local-media.ts';
import type {
  DeviceKind,
  EndingKind,
  Invitation,
  Meeting,
  MeetingOptions,
  MeetingState,
  Person,
  Quality,
} from './meeting-state.ts';
import { OwnCaptions } from './own-captions.ts';
import type { Participant } from './people.ts';
import { openScreen, stopAll } from './screen.ts';

export type * from './meeting-state.ts';

/** A meeting: from the door, through the call, to its end, and again. */
export const createMeeting = (options: MeetingOptions = {}): Meeting => new Room(options.bundleUrl);

class Room implements Meeting {
  readonly #bundleUrl: string | undefined;
  readonly #media = new LocalMedia(() => this.#onMedia());
  readonly #levels = new Levels(() => this.#set({}));
  readonly #ownCaptions = new OwnCaptions((text, final) => this.#onHeard(text, final));
  readonly #page = new AbortController();
  #conversation = new Conversation();
  #call: Call | undefined;
  #name = '';
  #participants: readonly Participant[] = [];
  readonly #qualities = new Map<string, Quality>();
  /** When we came in (performance.now, milliseconds). */
  #since: number | undefined;
  readonly state = atom<MeetingState>({
    phase: 'before',
    attempt: 0,
    people: [],
    waiting: [],
    messages: [],
    captions: [],
    devices: this.#media.devices,
    quality: 'good',
    mutedByHost: false,
    screenShare: 'unavailable',
    captioning: 'unavailable',
  });

  constructor(bundleUrl: string | undefined) {
    this.#bundleUrl = bundleUrl;
    // A page that the back/forward cache keeps must not look and listen on.
    window.addEventListener('pagehide', () => this.#close(), { signal: this.#page.signal });
    void OwnCaptions.areAvailable().then((available) => available && this.#set({ captioning: 'off' }));
    this.#set({});
  }

  readonly join = (invitation: Invitation): void => {
    if (this.#call) {
      console.warn('Already in a meeting, or on the way into one: leave it first.');
      return;
    }
    checkInvitation(invitation);
    this.#name = invitation.name;
    this.#conversation = new Conversation();
    this.#qualities.clear();
    this.#call = new Call(invitation, this.#bundleUrl, this.#onReport);
    this.#set({ phase: 'loading', ending: undefined, problem: undefined, quality: 'good', mutedByHost: false });
    void this.#call.run(() => this.#media.sources);
  };

  readonly leave = (): void => this.#call?.end('left');

  readonly setAudio = async (on: boolean): Promise<void> => {
    if (on) this.#set({ mutedByHost: false });
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
    this.#set({ problem: undefined });
    const screen = await openScreen();
    if (typeof screen === 'string') this.#set({ problem: screen });
    else if (call !== this.#call || this.#media.screen) stopAll(screen);
    else {
      this.#media.showScreen(screen, this.stopScreen);
      call.startScreen(screen);
      this.#set({ screenShare: 'on' });
    }
  };

  readonly stopScreen = (): void => {
    if (!this.#media.screen) return;
    this.#call?.stopScreen();
    this.#hideScreen();
  };

  #hideScreen(): void {
    this.#media.hideScreen();
    if (this.state.get().screenShare === 'on') this.#set({ screenShare: 'off' });
  }

  readonly setCaptions = (on: boolean): void => {
    if (this.state.get().captioning === 'unavailable') return;
    this.#ownCaptions.on = on;
    this.#set({ captioning: on ? 'on' : 'off' });
    this.#onMedia();
  };

  readonly sendChat = (text: string): ReturnType<Meeting['sendChat']> => {
    const envelope: Envelope = { meet: 'chat', text: text.trim() };
    if (envelope.text === '') return 'empty';
    if (!fits(envelope)) return 'too-long';
    if (this.state.get().phase !== 'in-call' || !this.#tell(envelope)) return 'not-connected';
    this.#conversation.write(this.#name, true, envelope.text);
    this.#set({});
    return undefined;
  };

  readonly admit = (id: string): void => this.#call?.answer(id, true);
  readonly decline = (id: string): void => this.#call?.answer(id, false);
  readonly mute = (id: string): void => this.#call?.update(id, { setAudio: false });
  readonly remove = (id: string): void => this.#call?.update(id, { eject: true });

  readonly endForAll = (): void => {
    if (!this.#tell({ meet: 'end' })) return;
    for (const { id } of this.state.get().waiting) this.decline(id);
    for (const { id, local } of this.#participants) if (!local) this.remove(id);
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
    const envelope: Envelope = { meet: 'caption', text, final };
    if (!fits(envelope) || !this.#tell(envelope)) return;
    this.#conversation.speak('local', this.#name, text, final);
    this.#set({});
  }

  /** Something about our devices has changed. */
  #onMedia(): void {
    const { sources } = this.#media;
    this.#call?.send(sources);
    void this.#ownCaptions.listenTo(sources.audio.on && this.#since !== undefined ? sources.audio.track : undefined);
    this.#set({});
  }

  readonly #onReport = (report: Report): void => {
    switch (report.type) {
      case 'attempt':
        this.#set({ attempt: report.attempt });
        break;
      case 'joining':
        this.#set({ phase: 'joining', attempt: 0, screenShare: report.screenShare ? 'off' : 'unavailable' });
        break;
      case 'knocking':
        this.#set({ phase: 'knocking' });
        break;
      case 'entered':
        this.#since = performance.now();
        this.#set({ phase: 'in-call' });
        // What changed while we knocked.
        this.#onMedia();
        break;
      case 'interrupted':
        this.#set({ phase: report.interrupted ? 'reconnecting' : 'in-call' });
        break;
      case 'people':
        this.#onPeople(report.people);
        break;
      case 'waiting':
        this.#set({ waiting: report.waiting });
        break;
      case 'speaker':
        this.#set({ activeSpeaker: this.#idOf(report.id) });
        break;
      case 'quality':
        this.#set({ quality: report.quality });
        this.#tell({ meet: 'quality', quality: report.quality });
        break;
      case 'muted-by-host':
        this.#set({ mutedByHost: true });
        void this.#media.turn('microphone', false, true);
        break;
      case 'screen-failed':
        this.#set({ problem: 'screen-failed' });
        this.#hideScreen();
        break;
      case 'screen-stopped':
        this.#hideScreen();
        break;
      case 'message':
        this.#onMessage(report);
        break;
      case 'ended':
        this.#onEnded(report.kind);
    }
  };

  #onPeople(people: readonly Participant[]): void {
    const known = new Set(this.#participants.map(({ id }) => id));
    this.#participants = people;
    this.#set({});
    // Whoever is new has not heard it.
    const { quality } = this.state.get();
    if (quality !== 'good' && people.some(({ id }) => !known.has(id))) this.#tell({ meet: 'quality', quality });
  }

  #onMessage({ from, envelope }: Extract<Report, { type: 'message' }>): void {
    if (envelope.meet === 'chat') this.#conversation.write(from.name, false, envelope.text);
    else if (envelope.meet === 'quality') this.#qualities.set(from.id, envelope.quality);
    else if (envelope.meet === 'caption') this.#conversation.speak(from.id, from.name, envelope.text, envelope.final);
    this.#set({});
  }

  #onEnded(kind: EndingKind): void {
    const seconds = this.#since === undefined ? 0 : Math.round((performance.now() - this.#since) / 1000);
    this.#call = undefined;
    this.#since = undefined;
    this.#participants = [];
    this.#media.closeAll();
    this.#set({
      phase: 'ended',
      ending: { kind, seconds },
      attempt: 0,
      waiting: [],
      activeSpeaker: undefined,
      screenShare: 'unavailable',
    });
  }

  #idOf(id: string): string {
    return this.#participants.some((person) => person.local && person.id === id) ? 'local' : id;
  }

  /** Changes the state; people and conversation are always the latest. */
  #set(changes: Partial<MeetingState>): void {
    const state = { ...this.state.get(), ...changes };
    const { sources, tracks } = this.#media;
    const self: Participant = {
      id: 'local',
      name: this.#name,
      local: true,
      host: this.#participants.some(({ local, host }) => local && host),
      audio: sources.audio.on,
      video: sources.video.on,
      screen: tracks.screen !== undefined,
      tracks,
    };
    const all = [self, ...this.#participants.filter(({ local }) => !local)];
    this.#levels.measure(all);
    const people = all.map((person): Person => ({
      ...person,
      level: this.#levels.of(person.id),
      quality: person.local ? state.quality : (this.#qualities.get(person.id) ?? 'good'),
    }));
    const { messages, captions } = this.#conversation;
    this.state.set({ ...state, people, messages, captions, devices: this.#media.devices });
  }
}
