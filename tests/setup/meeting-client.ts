/** Runs in a page: joins a meeting with the real daily-js, and says what is seen and heard. */
import Daily, { type DailyAdvancedConfig, type DailyCall, type DailyParticipant } from '@daily-co/daily-js';

/** How a page joins. */
export interface Joining {
  url: string;
  token?: string;
  name: string;
  /** Without devices, it only watches. */
  devices?: boolean;
}

type Track = 'audio' | 'video' | 'screenVideo' | 'screenAudio';

const EVENTS = [
  ...(['joined-meeting', 'left-meeting', 'error', 'access-state-updated', 'app-message'] as const),
  ...(['participant-joined', 'participant-left', 'participant-counts-updated', 'network-connection'] as const),
  ...(['waiting-participant-added', 'waiting-participant-updated', 'waiting-participant-removed'] as const),
  ...(['local-screen-share-started', 'local-screen-share-stopped', 'local-screen-share-canceled'] as const),
  ...(['track-started', 'track-stopped', 'active-speaker-change', 'network-quality-change'] as const),
] as const;

let call: DailyCall;
const events: { action: string; [field: string]: unknown }[] = [];
const own: MediaStreamTrack[] = [];
const connections: RTCPeerConnection[] = [];
/** The loudest level so far, by name. */
const loudest: Record<string, number> = {};

class Counted extends RTCPeerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connections.push(this);
  }
}
window.RTCPeerConnection = Counted;

const everybody = (): DailyParticipant[] => Object.values(call.participants());
const named = (name: string) => everybody().find(({ user_name }) => user_name === name);

/** Those that have been looked at, with their last picture, by the ids of their tracks. */
const looked: Record<string, { video: HTMLVideoElement; picture: string }> = {};

function look(track: MediaStreamTrack): { video: HTMLVideoElement; picture: string } {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([track]);
  void video.play().catch(() => undefined);
  return { video, picture: '' };
}

/** The current picture; '' without one. Not by `requestVideoFrameCallback`, which a busy machine starves. */
function pictureOf(video: HTMLVideoElement): string {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return '';
  const context = new OffscreenCanvas(64, 48).getContext('2d');
  context?.drawImage(video, 0, 0, 64, 48);
  return String(context?.getImageData(0, 0, 64, 48).data);
}

/** A small picture: the test's machine encodes and decodes those of everybody. */
const DEVICES = { audio: true, video: { width: 160, height: 120, frameRate: 5 } };

const client = {
  events,
  async join({ url, token, name, devices = true }: Joining): Promise<string> {
    const dailyConfig: DailyAdvancedConfig & { callObjectBundleUrlOverride: string } = {
      avoidEval: true,
      callObjectBundleUrlOverride: new URL('/call-machine.js', url).href,
    };
    if (devices) own.push(...(await navigator.mediaDevices.getUserMedia(DEVICES)).getTracks());
    call = Daily.createCallObject({ dailyConfig });
    for (const event of EVENTS)
      call.on(event, (payload: object) => {
        const { action, ...fields } = payload as {
          action: string;
          error?: { type: string };
          participant?: DailyParticipant;
        };
        events.push({ ...fields, action, participant: fields.participant?.user_name, track: undefined });
      });
    call.on('remote-participants-audio-level', ({ participantsAudioLevel }) => {
      for (const [id, level] of Object.entries(participantsAudioLevel)) {
        const { user_name = '' } = call.participants()[id] ?? {};
        loudest[user_name] = Math.max(loudest[user_name] ?? 0, level);
      }
    });
    // What nobody plays has no level.
    call.on('track-started', ({ track, participant }) => {
      if (participant?.local !== false) return;
      const element = document.createElement(track.kind === 'audio' ? 'audio' : 'video') as HTMLVideoElement;
      element.autoplay = true;
      element.muted = track.kind === 'video';
      element.srcObject = new MediaStream([track]);
      document.body.append(element);
    });
    const [audio, video] = ['audio', 'video'].map((kind) => own.find((track) => track.kind === kind) ?? false);
    try {
      await call.join({
        url,
        ...(token !== undefined && { token }),
        userName: name,
        audioSource: audio ?? false,
        videoSource: video ?? false,
      });
      await call.startRemoteParticipantsAudioLevelObserver(100);
      return 'joined';
    } catch (error) {
      return String((error as { error?: { type?: string } }).error?.type ?? error);
    }
  },
  /** So that this page can join again. */
  async leave(): Promise<void> {
    await call.leave();
    await call.destroy();
    own.splice(0).forEach((track) => track.stop());
    document.body.replaceChildren();
    for (const name of Object.keys(loudest)) loudest[name] = 0;
    for (const { video } of Object.values(looked)) video.srcObject = null;
  },
  get call() {
    return call;
  },
  id: (name: string) => named(name)?.session_id ?? '',
  /** Who is here, and what they send: "Ada: audio video". */
  people: () =>
    everybody()
      .map(({ user_name, tracks }) => {
        const on = (['audio', 'video', 'screenVideo', 'screenAudio'] as const).filter(
          (track) => tracks[track].state === 'playable',
        );
        return `${user_name}: ${on.join(' ')}`.trim();
      })
      .sort(),
  state: (name: string, track: Track) => named(name)?.tracks[track],
  /** Whether somebody's picture has changed since this was asked last. */
  moves(name: string, what: 'video' | 'screenVideo' = 'video'): boolean {
    const track = named(name)?.tracks[what].track;
    if (!track) return false;
    const last = (looked[track.id] ??= look(track));
    const before = last.picture;
    last.picture = pictureOf(last.video);
    return before !== '' && last.picture !== before;
  },
  /** The loudest level of somebody since this was asked last. */
  loudest(name: string): number {
    const level = loudest[name] ?? 0;
    loudest[name] = 0;
    return level;
  },
  waiting: () => Object.values(call.waitingParticipants()).map(({ id, name }) => ({ id, name })),
  async replaceDevice(kind: 'audio' | 'video'): Promise<void> {
    const [track] = (await navigator.mediaDevices.getUserMedia({ [kind]: DEVICES[kind] })).getTracks();
    if (!track) throw new Error('no track');
    own.push(track);
    await call.setInputDevicesAsync(kind === 'audio' ? { audioSource: track } : { videoSource: track });
  },
  /** As if they were unplugged. */
  stopFirstDevices: () => own.slice(0, 2).forEach((track) => track.stop()),
  shareScreen(): void {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    let hue = 0;
    setInterval(() => {
      hue += 40;
      if (context) context.fillStyle = `hsl(${hue} 90% 50%)`;
      context?.fillRect(0, 0, 300, 150);
    }, 50);
    const stream = canvas.captureStream(15);
    own.push(...stream.getTracks());
    call.startScreenShare({ mediaStream: stream });
  },
  /** As the browser's own button does. */
  endScreen(): void {
    const track = own.at(-1);
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  },
  openConnections: () => connections.filter(({ connectionState }) => connectionState !== 'closed').length,
  /** Of the page: the machine must not stop them. */
  liveTracks: () => own.filter(({ readyState }) => readyState === 'live').length,
};

export type Client = typeof client;
Object.assign(window, { client });
