import {
  DAILY_VERSION,
  openChannel,
  participant,
  type CallMachine,
  type DailyInstance,
  type MachineState,
  type Request,
} from '../../daily/protocol.ts';
import { LOST, type Fatal, type Muted } from '../signals.ts';
import { openLocal } from './local.ts';
import { mutedBy, type JoinProperties, type ParticipantProperties, type PreloadCache } from './requests.ts';
import { openSession, type Session } from './session.ts';
import { enter } from './signaling.ts';

const NO_DEVICES = { camera: {}, mic: {}, speaker: {} };

/**
 * The machine of one call object. It never opens a device and never stops a track: the page does.
 *
 * @param id the id of the call object
 * @param instance the data it shares with the machine
 */
export function openCallMachine(id: string, instance: DailyInstance): CallMachine {
  const state: MachineState = {
    streams: {},
    local: {
      streams: { cam: { stream: new MediaStream() } },
      public: { customTracks: {}, subscribedTracks: { ALL: true } },
    },
    participants: {},
  };
  const { post, reply } = openChannel(id, (request) => (ACTIONS[request.action] ?? reply)(request));
  const local = openLocal(instance, state, (name) => session?.sourceChanged(name));
  let session: Session | undefined;
  /** Counts joins: one that has been left is over, even if the room answers later. */
  let attempt = 0;

  function leave(): void {
    attempt += 1;
    session?.leave();
    session = undefined;
    local.share(undefined);
    window.removeEventListener('pagehide', leave);
    post({ action: 'left-meeting' });
  }

  function fatal(error: Fatal): void {
    post({ action: 'error', errorMsg: error.msg, error });
    leave();
  }

  async function join(request: Request): Promise<void> {
    const { url, token, userName, startAudioOff, startVideoOff, dailyJsVersion } = request[
      'properties'
    ] as JoinProperties;
    const preloaded = request['preloadCache'] as PreloadCache;
    if (dailyJsVersion !== DAILY_VERSION) {
      reply(request, { error: `The local rooms support daily-js ${DAILY_VERSION}, not ${dailyJsVersion}.` });
      return;
    }
    attempt += 1;
    const mine = attempt;
    // Before this message, daily-js sends no request about levels or devices.
    post({ action: 'call-machine-initialized' });
    local.name = userName ?? '';
    local.allow('audio', preloaded.allowLocalAudio !== false);
    local.allow('video', preloaded.allowLocalVideo !== false);
    local.turn('audio', !startAudioOff);
    local.turn('video', !startVideoOff);
    // A page in the back/forward cache does not close its connections.
    window.addEventListener('pagehide', leave);
    const entering = { shown: local.shown(), ...(token !== undefined && { token }) };
    const entered = await enter(url, entering).catch(() => ({ refused: LOST }));
    if ('refused' in entered) {
      if (mine === attempt) fatal(entered.refused);
      return;
    }
    local.name = entered.name;
    const opened = openSession({ room: url, entered, local, state, post, over: fatal, muted });
    if (mine !== attempt) {
      opened.leave();
      return;
    }
    session = opened;
    session.levels.observe('local', preloaded.localAudioLevelObserver?.enabled === true);
    session.levels.observe('remote', preloaded.remoteParticipantsAudioLevelObserver?.enabled === true);
    if (entered.level === 'full') return;
    // Somebody who has not been admitted yet has joined, too, and is alone.
    post({ action: 'access-state-updated', access: { level: 'lobby' } });
    const me = { id: entered.id, local: true, owner: false, name: local.name, joinedAt: new Date() };
    post({ action: 'joined-meeting', participants: { local: participant({ ...me, tracks: local.states() }) } });
  }

  function muted({ audio, video, screenVideo }: Muted): void {
    if (audio === false) local.turn('audio', false, true);
    if (video === false) local.turn('video', false, true);
    if (screenVideo === false) unshare();
  }

  function share(): void {
    const screen = instance.tracks.screenMediaStream;
    if (!screen) {
      post({ action: 'local-screen-share-canceled' });
      return;
    }
    // The browser's own button ends it, too.
    screen.getTracks().forEach((track) => track.addEventListener('ended', unshare, { once: true }));
    local.share(screen);
    post({ action: 'local-screen-share-started' });
  }

  function unshare(): void {
    if (!local.sources.screenVideo) return;
    local.share(undefined);
    post({ action: 'local-screen-share-stopped' });
  }

  function requestAccess(request: Request): void {
    post({
      action: 'access-state-updated',
      access: { level: 'lobby' },
      awaitingAccess: { level: 'full' },
    });
    const { name = '' } = request as { name?: string };
    session?.send({ knock: name || local.name });
    session?.answered((granted) => reply(request, { access: { level: granted ? 'full' : 'lobby' }, granted }));
  }

  function decide(who: string, updates: { grantRequestedAccess?: boolean }): boolean {
    if (!session?.isWaiting(who)) return false;
    session.send({ decide: who, granted: updates.grantRequestedAccess === true });
    return true;
  }

  function update(who: string, properties: ParticipantProperties): void {
    const { setAudio, setVideo, eject } = properties;
    if (who === 'local') {
      if (setAudio !== undefined) local.turn('audio', setAudio);
      if (setVideo !== undefined) local.turn('video', setVideo);
      return;
    }
    const mute = mutedBy(properties);
    if (Object.keys(mute).length > 0) session?.send({ mute, to: who });
    if (eject) session?.send({ eject: true, to: who });
  }

  const isOn = (request: Request) => request['state'] === true;
  const observe = (what: 'local' | 'remote', on: boolean) => (request: Request) => {
    session?.levels.observe(what, on);
    reply(request);
  };

  /** What daily-js may ask for; everything else gets an empty answer. */
  const ACTIONS: Record<string, (request: Request) => void> = {
    'join-meeting': (request) => void join(request),
    'leave-meeting': leave,
    'daily-method-request-access': requestAccess,
    'daily-method-update-waiting-participant': (request) => {
      const who = String(request['id']);
      const known = decide(who, request['updates'] as object);
      reply(request, known ? { id: who } : { error: `Nobody with the id ${who} is waiting.` });
    },
    'daily-method-update-waiting-participants': (request) => {
      const updates = Object.entries(request['updatesById'] as Record<string, object>);
      reply(request, { ids: updates.filter(([who, update]) => decide(who, update)).map(([who]) => who) });
    },
    'local-audio': (request) => local.turn('audio', isOn(request)),
    'local-video': (request) => local.turn('video', isOn(request)),
    'set-allow-local-audio': (request) => local.allow('audio', isOn(request)),
    'set-allow-local-video': (request) => local.allow('video', isOn(request)),
    'set-input-devices': (request) => {
      // A device for somebody who joined with `false` in its place.
      if (request['audioDeviceId'] !== undefined) local.allow('audio', true);
      if (request['videoDeviceId'] !== undefined) local.allow('video', true);
      local.update();
      reply(request, NO_DEVICES);
    },
    'get-input-devices': (request) => reply(request, NO_DEVICES),
    'update-input-settings': (request) => {
      local.update();
      reply(request, { inputSettings: request['inputSettings'] });
    },
    'local-screen-start': share,
    'local-screen-stop': unshare,
    'update-participant': (request) => update(String(request['id']), request['properties'] as ParticipantProperties),
    'update-participants': (request) => {
      const updates = Object.entries(request['participants'] as Record<string, ParticipantProperties>);
      for (const [who, properties] of updates) update(who, properties);
    },
    'app-msg': (request) => session?.send({ app: request['data'], to: String(request['to']) }),
    'set-user-name': (request) => {
      local.name = String(request['name']);
      session?.sourceChanged();
      reply(request, { userName: local.name });
    },
    'get-calc-stats': (request) => {
      const answer = (roundTrip: number) =>
        reply(request, { stats: { latest: { networkRoundTripTime: roundTrip, timestamp: Date.now() } } });
      if (session) void session.measure().then((measured) => answer(measured.roundTrip));
      else answer(0);
    },
    'start-local-audio-level-observer': observe('local', true),
    'stop-local-audio-level-observer': observe('local', false),
    'start-remote-participants-audio-level-observer': observe('remote', true),
    'stop-remote-participants-audio-level-observer': observe('remote', false),
  };

  return { store: { getState: () => state }, reset: () => undefined };
}
