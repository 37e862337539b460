import { atom } from 'nanostores';
import type { Report } from './call.ts';
import { Conversation } from './conversation.ts';
import { Levels } from './levels.ts';
import type { LocalMedia } from './local-media.ts';
import type { MeetingState, Person, Quality, Waiting } from './meeting-state.ts';
import type { Participant } from './people.ts';

/** What others do so soon after something else is shown together: a flood must not keep the page busy (milliseconds). */
const GATHER_MS = 250;

/** What a page shows of a meeting, put together from the call, the devices and what was said. */
export class View {
  readonly state;
  readonly #media: LocalMedia;
  readonly #levels = new Levels(() => this.set({}));
  readonly #qualities = new Map<string, Quality>();
  #conversation = new Conversation();
  #name = '';
  #participants: readonly Participant[] = [];
  #waiting: readonly Waiting[] = [];
  #gathers = false;
  #hasMore = false;

  constructor(media: LocalMedia) {
    this.#media = media;
    this.state = atom<MeetingState>({
      phase: 'before',
      attempt: 0,
      people: [],
      waiting: [],
      messages: [],
      captions: [],
      devices: media.devices,
      quality: 'good',
      mutedByHost: false,
      screenShare: 'unavailable',
      captioning: 'unavailable',
    });
  }

  /** A new call begins. */
  begin(name: string): void {
    this.#name = name;
    this.#conversation = new Conversation();
    this.#qualities.clear();
    this.set({
      ...this.#said,
      phase: 'loading',
      attempt: 1,
      ending: undefined,
      problem: undefined,
      quality: 'good',
      mutedByHost: false,
    });
  }

  /** Who is in the room. Returns who is new. */
  people(people: readonly Participant[]): Participant[] {
    const known = new Set(this.#participants.map(({ id }) => id));
    this.#participants = people;
    this.#show();
    return people.filter(({ id }) => !known.has(id));
  }

  /** Who is at the door. */
  waiting(waiting: readonly Waiting[]): void {
    this.#waiting = waiting;
    this.#show();
  }

  get others(): readonly Participant[] {
    return this.#participants.filter(({ local }) => !local);
  }

  speaker(id: string): void {
    const own = this.#participants.some((person) => person.local && person.id === id);
    this.set({ activeSpeaker: own ? 'local' : id });
  }

  message({ from, envelope }: Extract<Report, { type: 'message' }>): void {
    if (envelope.meet === 'chat') this.#conversation.write(from, envelope.text);
    else if (envelope.meet === 'quality') this.#qualities.set(from.id, envelope.quality);
    else if (envelope.meet === 'caption') this.#conversation.speak(from, envelope.text, envelope.final);
    this.#show();
  }

  /** Shows what others did: at once, and what they do next all together. */
  #show(): void {
    this.#hasMore = this.#gathers;
    if (this.#gathers) return;
    this.#gathers = true;
    setTimeout(() => {
      this.#gathers = false;
      if (this.#hasMore) this.#show();
    }, GATHER_MS);
    this.set(this.#said);
  }

  ownMessage(text: string): void {
    this.#conversation.write(this.#self(), text);
    this.set(this.#said);
  }

  ownWords(text: string, final: boolean): void {
    this.#conversation.speak(this.#self(), text, final);
    this.set(this.#said);
  }

  get #said(): Pick<MeetingState, 'messages' | 'captions'> {
    const { messages, captions } = this.#conversation;
    return { messages, captions };
  }

  /** Changes the state. People, in the room and at the door, and devices are always the latest. */
  set(changes: Partial<MeetingState>): void {
    const state = { ...this.state.get(), ...changes };
    const everybody = [this.#self(), ...this.others];
    this.#levels.measure(everybody);
    const people = everybody.map((person): Person => ({
      ...person,
      level: this.#levels.of(person.id),
      quality: person.local ? state.quality : (this.#qualities.get(person.id) ?? 'good'),
    }));
    this.state.set({ ...state, people, waiting: this.#waiting, devices: this.#media.devices });
  }

  /** We see ourselves as we are, whatever has reached the others. */
  #self(): Participant {
    const { sources, tracks } = this.#media;
    return {
      id: 'local',
      name: this.#name,
      local: true,
      host: this.#participants.some(({ local, host }) => local && host),
      audio: sources.audio.on,
      video: sources.video.on,
      screen: tracks.screen !== undefined,
      tracks,
    };
  }
}
