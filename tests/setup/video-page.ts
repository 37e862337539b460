import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, type JSHandle, type Page } from 'playwright/test';
import { build } from 'vite';
import { projectFolder } from '../../src/lib/project-folder.ts';
import type { Ending, Meeting, MeetingOptions, Phase } from '../../src/video/meeting-state.ts';

export { expect };

/** A message between daily-js and its call machine. */
export interface Message {
  action: string;
  [field: string]: unknown;
}

/** What a test has in the page: a meeting, and what it opened and said. */
export interface Probe {
  create(options?: MeetingOptions): Meeting;
  meeting: Meeting;
  /** Every track that cameras, microphones and screens gave, in order. */
  tracks: MediaStreamTrack[];
  /** What is being opened, or has been. */
  opening: Promise<unknown>[];
  /** Every phase, in order, with the kind of an ending. */
  phases: (Phase | Ending['kind'])[];
  /** What the page wrote to the console. */
  printed: string[];
  /** What the scripted call machine was told. */
  sent: Message[];
  /** How the scripted call machine behaves from now on. */
  script: Script;
  /** Sends a message as the scripted call machine. */
  say: (message: Message) => void;
}

export interface Script {
  /** Whether it answers to the request to leave. */
  leaves: boolean;
  /** Where a visitor is who has joined. */
  level: 'full' | 'lobby' | 'nowhere';
  /** The error with which it answers to a join. */
  fatal?: { type?: string; msg: string };
  /** Who is in the room already. */
  others: { id: string; owner: boolean }[];
}

const ENTRY = `
  import { createMeeting } from '${projectFolder}/src/video/meeting.ts';
  const probe = {
    tracks: [], opening: [], phases: [], printed: [], sent: [],
    script: { leaves: true, level: 'full', others: [] },
    say: (message) => postMessage({ ...message, what: 'iframe-call-message', from: 'embedded' }),
    create(options = {}) {
      const meeting = createMeeting({ bundleUrl: location.origin + '/machine.js', ...options });
      let last;
      meeting.state.subscribe(({ phase, ending }) => {
        const now = phase === 'ended' ? ending.kind : phase;
        if (now !== last) probe.phases.push(now);
        last = now;
      });
      return (probe.meeting = meeting);
    },
  };
  for (const level of ['error', 'warn'])
    console[level] = (...values) => probe.printed.push(values.map(String).join(' '));
  const { mediaDevices } = navigator;
  // A screen, which a browser without a window can't capture.
  if ('getDisplayMedia' in mediaDevices) mediaDevices.getDisplayMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    setInterval(() => context.fillRect(0, 0, Math.random() * 1280, 720), 200);
    return canvas.captureStream(5);
  };
  for (const name of ['getUserMedia', 'getDisplayMedia'].filter((name) => name in mediaDevices)) {
    const open = mediaDevices[name].bind(mediaDevices);
    mediaDevices[name] = (constraints) => {
      const opening = open(constraints).then((stream) => {
        probe.tracks.push(...stream.getTracks());
        return stream;
      });
      probe.opening.push(opening);
      return opening;
    };
  }
  // The headless shell crashes when it is asked for it.
  Object.assign(window, { SpeechRecognition: undefined });
  probe.create();
  window.probe = probe;
`;

/** Replaces Daily's call machine: it shows no picture, and does what the test says. */
function callMachine(): void {
  const page = window as unknown as {
    probe: Probe;
    _daily: { pendings: string[]; instances: Record<string, object> };
  };
  const { probe, _daily: daily } = page;
  const track = (on: boolean) => ({
    subscribed: true,
    state: on ? 'loading' : 'off',
    ...(!on && { off: { byUser: true } }),
  });
  const person = (id: string, owner: boolean, local = false) => ({
    session_id: id,
    user_name: id,
    local,
    owner,
    tracks: { audio: track(true), video: track(false), screenVideo: track(false), screenAudio: track(false) },
  });
  for (const id of daily.pendings.splice(0)) {
    const state = {
      streams: {},
      participants: {},
      local: { streams: { cam: {}, screen: {} }, public: { subscribedTracks: { ALL: true } } },
    };
    Object.assign(daily.instances[id] ?? {}, {
      callMachine: { store: { getState: () => state }, reset: () => undefined },
    });
    let joined = false;
    const onMessage = ({ data }: MessageEvent<Message>) => {
      const { action, callbackStamp } = data;
      if (data['from'] !== 'module' || data['callClientId'] !== id) return;
      probe.sent.push(data);
      const { script } = probe;
      const post = (message: Message) => probe.say({ ...message, callClientId: id });
      if (callbackStamp && action !== 'daily-method-request-access') post({ action, callbackStamp });
      if (action === 'join-meeting') {
        post({ action: 'call-machine-initialized' });
        if (script.fatal) {
          post({ action: 'error', errorMsg: script.fatal.msg, error: script.fatal });
          post({ action: 'left-meeting' });
        } else if (script.level !== 'nowhere') {
          joined = true;
          post({ action: 'access-state-updated', access: { level: script.level } });
          post({ action: 'joined-meeting', participants: { local: person('me', false, true) } });
          for (const other of script.others)
            post({ action: 'participant-joined', participant: person(other.id, other.owner) });
        }
      }
      if (action === 'leave-meeting' && script.leaves) {
        window.removeEventListener('message', onMessage);
        post({ action: 'left-meeting' });
      }
      if (action === 'daily-method-request-access') probe.script = { ...script, level: 'lobby' };
      if (action === 'update-participant' && joined) return;
    };
    window.addEventListener('message', onMessage);
  }
}

async function bundle(): Promise<string> {
  const entry = 'entry';
  const result = await build({
    root: projectFolder,
    configFile: false,
    logLevel: 'error',
    plugins: [
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? ENTRY : null) },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false, entryFileNames: 'page.js' } },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('There is no bundle.');
  return output.output[0].code;
}

const PAGE = '<!doctype html><title>Meeting</title><script type="module" src="/page.js"></script>';

/** Serves the page and the scripted machine on loopback, where browsers allow devices. Returns the origin. */
async function serve(code: string): Promise<{ origin: string; close: () => void }> {
  const files: Record<string, [type: string, text: string]> = {
    '/': ['text/html', PAGE],
    '/page.js': ['text/javascript', code],
    '/machine.js': ['text/javascript', `(${String(callMachine)})()`],
    '/broken.js': ['text/javascript', 'throw new Error("Broken.")'],
  };
  const server = createServer(({ url = '/' }, response) => {
    const [type, text] = files[url.split('?')[0] ?? ''] ?? [];
    response.writeHead(type ? 200 : 404, type ? { 'content-type': type } : {});
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** A page with a meeting and nothing else. */
export const test = base.extend<
  { probe: JSHandle<Probe>; clock: 'runs' | 'stands still' },
  { pages: { origin: string } }
>({
  pages: [
    async ({}, use) => {
      const served = await serve(await bundle());
      await use(served);
      served.close();
    },
    { scope: 'worker' },
  ],
  clock: ['runs', { option: true }],
  probe: async ({ page, pages, clock }, use) => {
    if (clock === 'stands still') {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
    }
    await use(await openMeeting(page, pages.origin));
  },
});

/** Opens the page with a meeting. */
export async function openMeeting(page: Page, origin: string): Promise<JSHandle<Probe>> {
  await page.goto(`${origin}/`);
  return page.evaluateHandle<Probe>('probe');
}

export const ROOM = 'https://rooms.test/b-1';

/** Opens camera and microphone, and joins. */
export const join = (probe: JSHandle<Probe>, invitation: object = {}) =>
  probe.evaluate(
    async ({ meeting }, [room, invitation]) => {
      await Promise.all([meeting.setAudio(true), meeting.setVideo(true)]);
      meeting.join({ url: room, token: null, name: 'Ann', ...invitation });
    },
    [ROOM, invitation] as const,
  );

export const phases = (probe: JSHandle<Probe>) => probe.evaluate(({ phases }) => phases);
export const state = (probe: JSHandle<Probe>) => probe.evaluate(({ meeting }) => meeting.state.get());
/** How many tracks were opened, and how many still run. */
export const tracks = (probe: JSHandle<Probe>) =>
  probe.evaluate(({ tracks }) => ({
    opened: tracks.length,
    live: tracks.filter(({ readyState }) => readyState === 'live').length,
  }));
/** The last phase. */
export const expectPhase = (probe: JSHandle<Probe>, phase: Probe['phases'][number]) =>
  expect.poll(() => probe.evaluate(({ phases }) => phases.at(-1))).toBe(phase);
