import { readFileSync } from 'node:fs';
import type { DailyParticipant } from '@daily-co/daily-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Conversation } from '../../src/video/conversation.ts';
import { deviceErrorOf } from '../../src/video/device-error.ts';
import { endingOf, refusalOf } from '../../src/video/ending.ts';
import { fits, read, type Envelope } from '../../src/video/envelope.ts';
import { Interruptions } from '../../src/video/interruptions.ts';
import { checkInvitation } from '../../src/video/invitation.ts';
import type { LocalMedia } from '../../src/video/local-media.ts';
import { isMutedByHost, participantOf } from '../../src/video/people.ts';
import { qualityOf } from '../../src/video/quality.ts';
import { View } from '../../src/video/view.ts';
import { person as somebody } from '../setup/meeting-state.ts';

describe('the ending of a meeting', () => {
  it('has a kind of its own for each fatal error that the package declares', () => {
    const types = readFileSync('node_modules/@daily-co/daily-js/index.d.ts', 'utf8');
    const [, union = ''] = /export type DailyFatalErrorType =([^;]+);/.exec(types) ?? [];
    const fatal = [...union.matchAll(/'([\w-]+)'/g)].map(([, type]) => type);
    expect(fatal).toHaveLength(10);
    const kinds = fatal.map((type) => endingOf({ error: { type } as never }));
    expect(new Set(kinds).size).toBe(10);
    expect(kinds).not.toContain('failed');
  });

  it('tells a machine that did not load from a connection that was lost', () => {
    expect(endingOf({ error: { type: 'connection-error', msg: '', details: { on: 'load' } } as never })).toBe(
      'load-failed',
    );
    expect(endingOf({ error: { type: 'connection-error', msg: '' } as never })).toBe('network');
  });

  it('of an unknown or missing type is a failure', () => {
    expect([
      endingOf({ error: { type: 'toString' } as never }),
      endingOf({ error: 'no' as never }),
      endingOf({}),
    ]).toEqual(Array(3).fill('failed'));
  });

  it('of a call that the package refuses to create says why', () => {
    expect(refusalOf(new Error('Duplicate DailyIframe instances are not allowed'))).toBe('duplicate');
    expect(refusalOf(new Error('WebRTC not supported or suppressed'))).toBe('unsupported');
    expect(refusalOf(undefined)).toBe('failed');
  });
});

describe('a message between participants', () => {
  const chat = (text: string): Envelope => ({ meet: 'chat', text });

  it('fits into 4,096 UTF-16 characters together with its envelope', () => {
    const room = 4096 - JSON.stringify(chat('')).length;
    expect(fits(chat('x'.repeat(room)))).toBe(true);
    expect(fits(chat('x'.repeat(room + 1)))).toBe(false);
    // Two units each; a quotation mark is escaped.
    expect(fits(chat('🙂'.repeat(room / 2)))).toBe(true);
    expect(fits(chat('🙂'.repeat(room / 2 + 1)))).toBe(false);
    expect(fits(chat('"'.repeat(room / 2 + 1)))).toBe(false);
  });

  it('is read as it was sent', () => {
    const all: Envelope[] = [
      chat('<b>Hello</b>'),
      { meet: 'caption', text: 'Hello', final: true },
      { meet: 'quality', quality: 'very-low' },
      { meet: 'end' },
    ];
    expect(all.map(read)).toEqual(all);
  });

  it('says what it says: nothing in it turns around, and no line is pushed out of sight', () => {
    expect(read(chat(' \u202EHello\n\n\n\n\u2067there \u2069\n'))).toEqual(chat('Hello\n\nthere'));
    expect(read({ meet: 'caption', text: 'Good\u202E morning', final: false })).toMatchObject({
      text: 'Good  morning',
    });
  });

  it.each([
    [undefined, null, 'chat', 7, []],
    [{ meet: 'chat' }, { meet: 'chat', text: 7 }, { meet: 'chat', text: ' \u202E' }, { text: 'Hello' }],
    [
      { meet: 'chat', text: 'x'.repeat(4097) },
      { meet: 'quality', quality: 'superb' },
      { meet: 'erase', text: 'x' },
    ],
  ])('is not ours if it is anything else', (...data) => {
    expect(data.map(read)).toEqual(data.map(() => undefined));
  });
});

describe('an error of a device', () => {
  const dom = (name: string, message = '') => new DOMException(message, name);

  it('is refused by the visitor, or blocked without a question', () => {
    expect(deviceErrorOf(dom('NotAllowedError', 'Permission denied'), false)).toBe('refused');
    expect(deviceErrorOf(dom('NotAllowedError', 'Permission denied'), true)).toBe('blocked');
    expect(deviceErrorOf(dom('NotAllowedError', 'Permission denied by system'), false)).toBe('blocked');
    expect(deviceErrorOf(dom('SecurityError'), false)).toBe('blocked');
  });

  it('has a kind for every other reason', () => {
    const names = ['NotFoundError', 'OverconstrainedError', 'NotReadableError', 'AbortError', 'TypeError'];
    expect(names.map((name) => deviceErrorOf(dom(name), false))).toEqual([
      'not-found',
      'constraints',
      'in-use',
      'in-use',
      'failed',
    ]);
    expect(deviceErrorOf('constructor', false)).toBe('failed');
  });
});

describe('an invitation', () => {
  const good = { url: 'https://rooms.example/b-1', token: null, name: 'Ann' };

  it('is checked before the package refuses it and blocks every later call', () => {
    expect(() => checkInvitation(good)).not.toThrow();
    expect(() => checkInvitation({ ...good, token: 'abc' })).not.toThrow();
    for (const wrong of [{ url: '' }, { url: '/b-1' }, { url: 'data:,b-1' }, { token: '' }, { name: ' ' }])
      expect(() => checkInvitation({ ...good, ...wrong })).toThrow(TypeError);
  });
});

describe('somebody in the call', () => {
  const track = { id: 'track' } as MediaStreamTrack;
  const person = (audio: object, name: unknown = 'Ann') =>
    ({
      session_id: 'ann',
      user_name: name,
      local: false,
      owner: true,
      tracks: {
        audio: { subscribed: true, ...audio },
        video: { subscribed: true, state: 'off', persistentTrack: track },
        screenVideo: { subscribed: true, state: 'playable', track },
        screenAudio: { subscribed: true, state: 'blocked' },
      },
    }) as unknown as DailyParticipant;

  it('has tracks only of what is on, as soon as there are some', () => {
    expect(participantOf(person({ state: 'loading', persistentTrack: track }))).toEqual({
      id: 'ann',
      name: 'Ann',
      local: false,
      host: true,
      audio: true,
      video: false,
      screen: true,
      tracks: { audio: track, screen: track },
    });
    expect(participantOf(person({ state: 'interrupted' }))).toMatchObject({ audio: true, tracks: { screen: track } });
  });

  it('has a name of one line, whatever was sent for it', () => {
    const nameOf = (name: unknown) => participantOf(person({}, name)).name;
    expect(nameOf(' \u202EAnn\n\nthe host\u2069 ')).toBe('Ann the host');
    expect(nameOf('🦉'.repeat(101))).toBe('🦉'.repeat(100));
    expect(nameOf({ name: 'Ann' })).toBe('');
  });

  it('is muted by a host only if the package says so', () => {
    expect(isMutedByHost(person({ state: 'off', off: { byRemoteRequest: true } }))).toBe(true);
    expect(isMutedByHost(person({ state: 'off', off: { byUser: true } }))).toBe(false);
    expect(isMutedByHost(person({ state: 'playable' }))).toBe(false);
  });
});

it('a connection of unknown quality is not worth a warning', () => {
  const states = ['good', 'warning', 'bad', 'unknown'] as const;
  expect(states.map((networkState) => qualityOf({ networkState }))).toEqual(['good', 'low', 'very-low', 'good']);
});

describe('a conversation', () => {
  const [ann, bob] = [somebody({ id: 'a', name: 'Ann', host: true }), somebody({ name: 'Bob' })];
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => vi.useRealTimers());

  it('keeps who wrote what, in order', () => {
    const conversation = new Conversation();
    conversation.write(ann, 'Hello');
    conversation.write(bob, 'Hi');
    expect(conversation.messages).toEqual([
      { id: 1, from: 'Ann', own: false, host: true, text: 'Hello', at: 0 },
      { id: 2, from: 'Bob', own: true, host: false, text: 'Hi', at: 0 },
    ]);
  });

  it('captions two people who speak at once with a line each', () => {
    const conversation = new Conversation();
    conversation.speak(ann, 'Good', false);
    conversation.speak(bob, 'Yes', false);
    conversation.speak(ann, 'Good morning', true);
    conversation.speak(bob, 'Yes, please', true);
    expect(conversation.captions).toEqual([
      { personId: 'a', name: 'Ann', host: true, text: 'Good morning', final: true },
      { personId: 'local', name: 'Bob', host: false, text: 'Yes, please', final: true },
    ]);
  });

  it('takes ten messages a second of one person, and keeps the last 200 of all', () => {
    const conversation = new Conversation();
    const flood = () => Array.from({ length: 100 }, (_, n) => conversation.write(ann, String(n)));
    flood();
    conversation.write(bob, 'Stop');
    expect(conversation.messages.map(({ text }) => text)).toEqual([...'0123456789'.split(''), 'Stop']);
    for (let second = 0; second < 30; second++) {
      vi.advanceTimersByTime(1000);
      flood();
    }
    expect(conversation.messages).toHaveLength(200);
    expect(conversation.messages.at(-1)).toMatchObject({ id: 311, text: '9' });
  });

  it('and who is there are shown four times a second, however much others send or change', () => {
    const off = { track: undefined, on: false };
    const media = { devices: {}, tracks: {}, sources: { audio: off, video: off } } as unknown as LocalMedia;
    const view = new View(media);
    let changes = 0;
    view.state.listen(() => changes++);
    for (let time = 0; time < 100; time++) {
      view.people([{ ...ann, name: `Ann ${time}` }]);
      view.waiting([{ id: 'c', name: `Cy ${time}` }]);
      view.message({ type: 'message', from: ann, envelope: { meet: 'chat', text: 'Hello' } });
    }
    expect(changes).toBe(1);
    vi.advanceTimersByTime(1000);
    const { people, waiting, messages } = view.state.get();
    expect(changes).toBe(2);
    expect([people.map(({ name }) => name), waiting, messages.length]).toEqual([
      ['', 'Ann 99'],
      [{ id: 'c', name: 'Cy 99' }],
      10,
    ]);
  });
});

describe('an interrupted connection', () => {
  const reports: (boolean | 'given up')[] = [];
  let interruptions: Interruptions;
  beforeEach(() => {
    vi.useFakeTimers();
    reports.length = 0;
    interruptions = new Interruptions(
      (interrupted) => reports.push(interrupted),
      () => reports.push('given up'),
    );
  });
  afterEach(() => {
    interruptions.stop();
    vi.useRealTimers();
  });
  const note = (type: 'signaling' | 'peer-to-peer', event: 'connected' | 'interrupted', id?: string) =>
    interruptions.note({ action: 'network-connection', callClientId: '', type, event, ...(id && { session_id: id }) });

  it('is good again when every interruption is over', () => {
    interruptions.people(['ann']);
    note('signaling', 'interrupted');
    note('peer-to-peer', 'interrupted', 'ann');
    note('signaling', 'connected');
    expect([...reports, interruptions.any]).toEqual([true, true]);
    note('peer-to-peer', 'connected', 'ann');
    expect([...reports, interruptions.any]).toEqual([true, false, false]);
  });

  it('to somebody who leaves is over', () => {
    interruptions.people(['ann']);
    note('peer-to-peer', 'interrupted', 'ann');
    interruptions.people([]);
    expect(reports).toEqual([true, false]);
  });

  it('to one of several people interrupts nothing for the rest', () => {
    interruptions.people(['ann', 'bob']);
    note('peer-to-peer', 'interrupted', 'ann');
    expect(reports).toEqual([]);
    note('peer-to-peer', 'interrupted', 'bob');
    expect(reports).toEqual([true]);
    interruptions.people(['ann', 'bob', 'cy']);
    expect(reports).toEqual([true, false]);
  });

  it('to the only other person does not end the call', () => {
    interruptions.people(['ann']);
    note('peer-to-peer', 'interrupted', 'ann');
    vi.advanceTimersByTime(120_000);
    note('signaling', 'interrupted');
    vi.advanceTimersByTime(59_000);
    expect(reports).toEqual([true]);
    vi.advanceTimersByTime(1000);
    expect(reports).toEqual([true, 'given up']);
  });

  it('ends the call after a minute, and not if it recovers', () => {
    note('signaling', 'interrupted');
    vi.advanceTimersByTime(59_000);
    note('signaling', 'connected');
    vi.advanceTimersByTime(60_000);
    note('signaling', 'interrupted');
    vi.advanceTimersByTime(60_000);
    expect(reports).toEqual([true, false, true, 'given up']);
  });
});
