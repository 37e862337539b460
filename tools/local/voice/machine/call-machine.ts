import {
  DAILY_VERSION,
  LEVEL_INTERVAL_MS,
  openChannel,
  participant,
  type CallMachine,
  type DailyInstance,
  type MachineState,
  type Request,
} from '../../daily/protocol.ts';
import type { Scenario } from '../scenarios.ts';
import { openAgent, type Agent } from './agent.ts';
import { blockSound } from './block-sound.ts';

/** Vapi only plays the track of this participant. */
const SPEAKER = 'Vapi Speaker';
/** How long after an interruption a rehearsed call is lost. */
const LOST_AFTER_MS = 1500;

interface JoinProperties {
  url: string;
  dailyJsVersion: string;
}

/**
 * The machine of one call.
 *
 * @param id the id of the call object
 * @param instance the data it shares with the machine
 */
export function openCallMachine(id: string, instance: DailyInstance): CallMachine {
  const local = crypto.randomUUID();
  const remote = crypto.randomUUID();
  const state: MachineState = {
    streams: {},
    local: { streams: { cam: { stream: new MediaStream() } }, public: { customTracks: {}, subscribedTracks: {} } },
    participants: {},
  };
  let scenario: Scenario = 'live';
  let agent: Agent | undefined;
  let levels: ReturnType<typeof setInterval> | undefined;
  let restorePlay: (() => void) | undefined;

  const { post, reply, close } = openChannel(id, onRequest);
  const joinedAt = new Date();
  const appMessage = (data: unknown) =>
    post({ action: 'app-message', data: typeof data === 'string' ? data : JSON.stringify(data), fromId: remote });
  const me = () => {
    const on = instance.tracks.audioTrack?.readyState === 'live' && instance.tracks.audioTrack.enabled;
    const tracks = { audio: on ? 'playable' : 'off' } as const;
    return participant({ id: local, local: true, owner: false, name: '', joinedAt, tracks });
  };
  const speaker = (audio: 'playable' | 'off') =>
    participant({ id: remote, local: false, owner: true, name: SPEAKER, joinedAt, tracks: { audio } });

  function leave(): void {
    restorePlay?.();
    clearInterval(levels);
    window.removeEventListener('pagehide', leave);
    agent?.close();
    agent = undefined;
    state.local.streams.cam.stream = new MediaStream();
    close();
    post({ action: 'left-meeting' });
  }

  function hangUp(endedReason: string): void {
    if (!agent) return;
    appMessage({ type: 'status-update', status: 'ended', endedReason });
    post({ action: 'participant-left', participant: speaker('off') });
    closeRoom(endedReason);
  }

  /** As Daily does when the room is closed. */
  function closeRoom(endedReason: string): void {
    agent?.end(endedReason);
    fatal('ejected', 'Meeting has ended');
    leave();
  }

  /** As Daily does when the connection is lost for good. */
  function interrupt(): void {
    post({ action: 'network-connection', type: 'signaling', event: 'interrupted' });
  }

  function fatal(type: string, msg: string): void {
    post({ action: 'error', errorMsg: msg, error: { type, msg } });
  }

  function join(request: Request): void {
    const { url, dailyJsVersion } = request['properties'] as JoinProperties;
    if (dailyJsVersion !== DAILY_VERSION) {
      reply(request, { error: `The rehearsal supports daily-js ${DAILY_VERSION}, not ${dailyJsVersion}.` });
      return;
    }
    scenario = new URL(url).pathname.split('/')[1] as Scenario;
    if (scenario === 'join-refused') {
      reply(request, { error: 'Rehearsed: the room is full.' });
      return;
    }
    if (scenario === 'join-fatal') {
      fatal('meeting-full', 'Rehearsed: the room is full.');
      leave();
      return;
    }
    // Before this message, daily-js sends no request about levels or devices.
    post({ action: 'call-machine-initialized' });
    const { audioTrack } = instance.tracks;
    if (audioTrack) state.local.streams.cam.stream = new MediaStream([audioTrack]);
    const failure = audioTrack ? /^machine-(.+)/.exec(scenario)?.[1] : 'permissions';
    if (failure !== undefined)
      post({
        action: 'camera-error',
        errorMsg: { errorMsg: `Rehearsed: ${failure}.`, audioOk: false, videoOk: true },
        error: { type: failure, msg: `Rehearsed: ${failure}.` },
      });
    if (scenario === 'sound-blocked') restorePlay = blockSound();
    agent = openAgent(url, {
      send: appMessage,
      hangUp,
      lost() {
        interrupt();
        leave();
      },
    });
    // A page in the back/forward cache does not close its connections.
    window.addEventListener('pagehide', leave);
    post({ action: 'joined-meeting', participants: { local: me() }, internal: { _maxAppMessageSize: 4096 } });
    post({ action: 'participant-joined', participant: speaker('off') });
  }

  function subscribe(): void {
    if (!agent || scenario === 'never-live') return;
    if (scenario === 'ended-before-it-began') {
      hangUp('assistant-join-timed-out');
      return;
    }
    const track = agent.line.track;
    state.streams[remote] = { participantId: remote, type: 'cam', pendingTrack: track, starttime: Date.now() };
    post({ action: 'participant-updated', participant: speaker('playable') });
  }

  /** The page plays our track: the call is live. */
  function goLive(): void {
    appMessage('listening');
    agent?.goLive();
    if (scenario === 'provider-ended' || scenario === 'provider-ended-silently') {
      agent?.end('worker-shutdown');
      fatal('ejected', 'Rehearsed: ejected.');
      if (scenario === 'provider-ended') leave();
    } else if (scenario === 'connection-error') {
      fatal('connection-error', 'Rehearsed: the connection is lost.');
      leave();
    } else if (scenario === 'ended-by-error') hangUp('pipeline-error-openai-llm-failed');
    else if (scenario === 'hangs-up') hangUp('assistant-ended-call');
    else if (scenario === 'meeting-ended') closeRoom('assistant-ended-call');
    else if (scenario === 'network-lost') {
      interrupt();
      setTimeout(leave, LOST_AFTER_MS);
    } else if (scenario !== 'agent-silent' && instance.tracks.audioTrack) void agent?.begin(instance.tracks.audioTrack);
  }

  function onAppMessage(data: unknown): void {
    if (data === 'playable') {
      goLive();
      return;
    }
    const message = JSON.parse(String(data)) as { type?: string; message?: unknown };
    if (message.type === 'end-call') hangUp('customer-ended-call');
    const { role, content } = (message.message ?? {}) as { role?: unknown; content?: unknown };
    if (message.type === 'add-message' && typeof content === 'string' && scenario !== 'agent-silent')
      // Of what the page tells the agent, it understands only that the caller is typing.
      if (role === 'system') agent?.wait();
      else agent?.answer(content);
    if (scenario === 'noise-cancellation-fails')
      post({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'Rehearsed.' });
  }

  function reportLevels(): void {
    clearInterval(levels);
    levels = setInterval(() => {
      const level = agent?.line.level() ?? 0;
      post({ action: 'remote-participants-audio-level', participantsAudioLevel: { [remote]: level } });
    }, LEVEL_INTERVAL_MS);
  }

  function onRequest(request: Request): void {
    switch (request.action) {
      case 'join-meeting':
        join(request);
        return;
      case 'leave-meeting':
        if (scenario !== 'never-leaves') leave();
        return;
      case 'update-participant':
        subscribe();
        return;
      case 'app-msg':
        onAppMessage(request['data']);
        return;
      case 'local-audio':
        if (instance.tracks.audioTrack) instance.tracks.audioTrack.enabled = request['state'] === true;
        post({ action: 'participant-updated', participant: me() });
        return;
      case 'start-remote-participants-audio-level-observer':
        if (scenario === 'observer-refused') reply(request, { error: 'Rehearsed: no levels.' });
        else {
          reply(request);
          reportLevels();
        }
        return;
      case 'update-input-settings':
        if (scenario === 'noise-cancellation-refused') reply(request, { error: 'Rehearsed: no noise cancellation.' });
        else reply(request, { inputSettings: request['inputSettings'] });
        return;
      default:
        reply(request);
    }
  }

  return { store: { getState: () => state }, reset: () => undefined };
}
