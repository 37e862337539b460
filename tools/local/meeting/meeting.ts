import { randomUUID } from 'node:crypto';
import { ANYBODY, endOf, isFull, REASONS, refusalOf } from './admission.ts';
import type { Room } from './rest.ts';
import type { Down, Entered, Entering, Fatal, Present, Shown, Up, Waiting } from './signals.ts';
import { readToken, type Pass } from './tokens.ts';

/** How long somebody whose connection is lost stays in the room (milliseconds). */
export const GRACE_MS = 20_000;

/** Somebody whose page is connected to the room, in it or in its lobby. */
interface Person {
  id: string;
  key: string;
  pass: Pass;
  shown: Shown;
  inside: boolean;
  /** The name with which the person knocks, while in the lobby. */
  knocks: string | undefined;
  /** Everything that was sent to the page: it may have to hear the last ones again. */
  sent: string[];
  /** Of the last message that came from the page. */
  seen: number;
  stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  lostAt: number | undefined;
}

/** A room with the people in it. */
export interface Meeting {
  /** The room has changed; without one, it was deleted. */
  configure(room: Room | undefined): void;
  enter(entering: Entering): Entered;
  /**
   * What the room tells a page.
   *
   * @param after the number of signals that the page has heard already
   * @param gone aborted when the page disconnects
   * @returns undefined if the page is not in the room
   */
  listen(id: string, key: string, after: number, gone: AbortSignal): ReadableStream<Uint8Array> | undefined;
  /**
   * Takes what a page sends. What it sends a second time, because it got no answer, is ignored.
   *
   * @param first the number of the first message
   * @returns false if the page is not in the room
   */
  take(id: string, key: string, first: number, messages: readonly Up[]): boolean;
  /** Ends what is past its time, and shows the pages that the room is there. */
  tick(): void;
  /** Ends it for everybody. */
  end(why: Fatal): void;
}

const encoder = new TextEncoder();

/** @param apiKey has signed the tokens */
export function openMeeting(first: Room, apiKey: string): Meeting {
  let room = first;
  const people = new Map<string, Person>();
  const inside = () => [...people.values()].filter((person) => person.inside);
  const others = (person: Person) => inside().filter((other) => other !== person);
  const owners = () => inside().filter(({ pass }) => pass.owner);

  function tell(person: Person, signal: Down): void {
    const line = `${JSON.stringify(signal)}\n`;
    person.sent.push(line);
    person.stream?.enqueue(encoder.encode(line));
  }
  const tellAll = (to: readonly Person[], signal: Down) => to.forEach((person) => tell(person, signal));

  const present = ({ id, pass, shown }: Person): Present => ({ id, owner: pass.owner, shown });
  const waiting = ({ id, knocks = '' }: Person): Waiting => ({ id, name: knocks });

  function goIn(person: Person): void {
    person.inside = true;
    const knocking = [...people.values()].filter(({ knocks }) => knocks !== undefined);
    tell(person, { entered: others(person).map(present), waiting: person.pass.owner ? knocking.map(waiting) : [] });
    tellAll(others(person), { came: present(person) });
  }

  function stopKnocking(person: Person): void {
    if (person.knocks !== undefined) tellAll(owners(), { waiting: waiting(person), is: 'removed' });
    person.knocks = undefined;
  }

  /** @param why told to the person, unless it was the person who left */
  function remove(person: Person, why?: Fatal): void {
    if (!people.delete(person.id)) return;
    if (why) tell(person, { over: why });
    person.stream?.close();
    person.stream = undefined;
    stopKnocking(person);
    if (person.inside) tellAll(inside(), { went: person.id });
  }

  function find(id: string, key: string): Person | undefined {
    const person = people.get(id);
    return person?.key === key ? person : undefined;
  }

  function decide(id: string, granted: boolean): void {
    const person = people.get(id);
    if (person?.knocks === undefined) return;
    stopKnocking(person);
    const full = granted && isFull(room, inside().length);
    tell(person, { granted: granted && !full });
    if (full) remove(person, REASONS.full);
    else if (granted) goIn(person);
    // As Daily does.
    else remove(person, REASONS.notAllowed);
  }

  function knock(person: Person, name: string): void {
    if (person.inside) return;
    const is = person.knocks === undefined ? 'added' : 'updated';
    person.knocks = name;
    tellAll(owners(), { waiting: waiting(person), is });
  }

  function takeOne(person: Person, message: Up): void {
    if ('leave' in message) return remove(person);
    if ('knock' in message) return knock(person, message.knock);
    if ('shown' in message) {
      person.shown = message.shown;
      if (person.inside) tellAll(others(person), { shown: message.shown, of: person.id });
      return;
    }
    if (!person.inside) return;
    if ('decide' in message) {
      if (person.pass.owner) decide(message.decide, message.granted);
      return;
    }
    const to = others(person).filter(({ id }) => message.to === '*' || message.to === id);
    if ('rtc' in message) tellAll(to, { rtc: message.rtc, from: person.id });
    else if ('app' in message) tellAll(to, { app: message.app, from: person.id });
    else if (!person.pass.owner) return;
    else if ('mute' in message) tellAll(to, { muted: message.mute });
    else to.forEach((other) => remove(other, REASONS.ejected));
  }

  const end = (why: Fatal) => [...people.values()].forEach((person) => remove(person, why));

  return {
    configure(changed) {
      if (changed) room = changed;
      else end(REASONS.deleted);
    },
    enter({ token, shown }) {
      const pass = token === undefined ? ANYBODY : readToken(token, room.name, apiKey);
      const refused = refusalOf(room, pass, inside().length);
      if (refused || !pass) return { refused: refused ?? REASONS.notAllowed };
      const person: Person = {
        id: randomUUID(),
        key: randomUUID(),
        pass,
        shown: { ...shown, name: pass.name || shown.name },
        inside: false,
        knocks: undefined,
        sent: [],
        seen: -1,
        stream: undefined,
        lostAt: Date.now(),
      };
      people.set(person.id, person);
      const level = pass === ANYBODY && room.privacy === 'private' ? 'lobby' : 'full';
      if (level === 'full') goIn(person);
      return { id: person.id, key: person.key, owner: pass.owner, name: person.shown.name, level };
    },
    listen(id, key, after, gone) {
      const person = find(id, key);
      if (!person) return undefined;
      person.stream?.close();
      if (person.inside && after > 0) tellAll(others(person), { back: id });
      return new ReadableStream({
        start(controller) {
          person.stream = controller;
          person.lostAt = undefined;
          for (const line of person.sent.slice(after)) controller.enqueue(encoder.encode(line));
          gone.addEventListener('abort', () => {
            if (person.stream !== controller) return;
            person.stream = undefined;
            person.lostAt = Date.now();
          });
        },
      });
    },
    take(id, key, first, messages) {
      const person = find(id, key);
      if (!person) return false;
      for (const [index, message] of messages.entries()) {
        const number = first + index;
        if (number <= person.seen) continue;
        person.seen = number;
        takeOne(person, message);
      }
      return true;
    },
    tick() {
      for (const person of people.values()) {
        const { pass, lostAt = Infinity } = person;
        const why = endOf(room, pass);
        if (why ?? Date.now() - lostAt > GRACE_MS) remove(person, why);
        // So that the page notices a connection that is lost.
        else person.stream?.enqueue(encoder.encode('\n'));
      }
    },
    end,
  };
}
