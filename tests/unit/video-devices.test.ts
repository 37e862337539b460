import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LocalMedia } from '../../src/video/local-media.ts';

/** A track of a camera or a microphone. */
class Track extends EventTarget {
  readyState = 'live';
  enabled = true;
  readonly kind: string;
  readonly id: string;

  constructor(kind: string, id: string) {
    super();
    this.kind = kind;
    this.id = id;
  }

  stop(): void {
    this.readyState = 'ended';
  }
  getSettings(): object {
    return { deviceId: this.id };
  }
}

const opened: Track[] = [];
const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<object>>();
const enumerateDevices = vi.fn<() => Promise<object[]>>();
const media: LocalMedia[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  opened.length = 0;
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices } });
  vi.stubGlobal('document', {});
  vi.stubGlobal('HTMLMediaElement', vi.fn());
  enumerateDevices.mockResolvedValue([]);
  getUserMedia.mockImplementation(({ audio, video }) => {
    const { deviceId } = (audio ?? video) as { deviceId?: { exact: string } };
    const track = new Track(audio ? 'audio' : 'video', deviceId?.exact ?? 'default');
    opened.push(track);
    return Promise.resolve({ getTracks: () => [track] });
  });
});
afterEach(() => {
  for (const one of media.splice(0)) one.destroy();
  expect(live()).toEqual([]);
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.useRealTimers();
});

const live = () => opened.filter(({ readyState }) => readyState === 'live').map(({ kind, id }) => `${kind} ${id}`);
function create(changed = () => undefined): LocalMedia {
  const created = new LocalMedia(changed);
  media.push(created);
  return created;
}

it('a device is open as long as it is on', async () => {
  const local = create();
  await local.turn('camera', true, true);
  expect(local.sources.video.on).toBe(true);
  expect(live()).toEqual(['video default']);
  await local.turn('camera', false, true);
  expect(local.sources.video).toEqual({ track: undefined, on: false });
  expect(live()).toEqual([]);
});

it('a microphone that is muted in a call stays open, and is silent', async () => {
  const local = create();
  await local.turn('microphone', true, true);
  await local.turn('microphone', false, true);
  expect([local.sources.audio.on, opened[0]?.enabled, live().length]).toEqual([false, false, 1]);
  await local.turn('microphone', true, true);
  expect([local.sources.audio.on, opened[0]?.enabled, opened.length]).toEqual([true, true, 1]);
  await local.turn('microphone', false, false);
  expect(live()).toEqual([]);
});

it('a device that is turned off while the browser asks is closed at once when it opens', async () => {
  const local = create();
  const answer = Promise.withResolvers<object>();
  getUserMedia.mockImplementationOnce(() => answer.promise);
  const turning = local.turn('microphone', true, true);
  await vi.waitFor(() => expect(local.devices.opening.microphone).toBe(true));
  await local.turn('microphone', false, true);
  const late = new Track('audio', 'late');
  opened.push(late);
  answer.resolve({ getTracks: () => [late] });
  await turning;
  expect(late.readyState).toBe('ended');
  expect(local.sources.audio).toEqual({ track: undefined, on: false });
});

it('a device that was chosen takes the place of the one that is open', async () => {
  const local = create();
  await local.choose('camera', 'second');
  expect(opened).toEqual([]);
  await local.turn('camera', true, true);
  await local.choose('camera', 'third');
  expect(live()).toEqual(['video third']);
  expect([local.devices.camera, local.sources.video.on]).toEqual(['third', true]);
});

it('a device that fails is off, says why, and works with the next try', async () => {
  const local = create();
  getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
  await local.turn('camera', true, true);
  expect([local.devices.errors, local.sources.video.on]).toEqual([{ camera: 'in-use' }, false]);
  await local.turn('camera', true, true);
  expect([local.devices.errors, local.sources.video.on]).toEqual([{}, true]);
});

it('a device that is unplugged is off, and the visitor is told', async () => {
  const local = create();
  await local.choose('camera', 'usb');
  await local.turn('camera', true, true);
  opened[0]?.dispatchEvent(new Event('ended'));
  expect([local.devices.errors, local.sources.video.on]).toEqual([{ camera: 'disconnected' }, false]);
  await local.turn('camera', true, true);
  expect(live()).toEqual(['video default']);
});

it('a browser without devices, and a page that may not use them, say so', async () => {
  const local = create();
  vi.stubGlobal('document', { featurePolicy: { allowsFeature: (name: string) => name === 'microphone' } });
  await local.turn('camera', true, true);
  await local.turn('microphone', true, true);
  expect([local.devices.errors, local.sources.audio.on]).toEqual([{ camera: 'forbidden' }, true]);
  vi.stubGlobal('navigator', {});
  await local.turn('camera', true, true);
  expect(local.devices.errors).toEqual({ camera: 'unsupported' });
});

it('devices are listed every 3 s where the browser does not tell that they change, until the end', async () => {
  const local = create();
  await vi.advanceTimersByTimeAsync(0);
  enumerateDevices.mockResolvedValue([
    { kind: 'videoinput', deviceId: 'usb', label: 'Camera' },
    { kind: 'videoinput', deviceId: '', label: '' },
    { kind: 'audiooutput', deviceId: 'speaker', label: 'Speaker' },
  ]);
  await vi.advanceTimersByTimeAsync(2999);
  expect(local.devices.cameras).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(local.devices).toMatchObject({ cameras: [{ id: 'usb', label: 'Camera' }], microphones: [], speakers: [] });
  const looks = enumerateDevices.mock.calls.length;
  local.destroy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(enumerateDevices).toHaveBeenCalledTimes(looks);
});
