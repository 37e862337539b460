import { isBlocked, isForbidden } from '../voice/permission.ts';
import { deviceErrorOf } from './device-error.ts';
import type { DeviceChoice, DeviceErrorKind, Devices } from './meeting-state.ts';

/** How often devices are listed where the browser does not tell that they changed (milliseconds; spec section 9). */
const POLL_MS = 3000;

export type Capture = 'camera' | 'microphone';

/** What we ask for. The pictures are for tiles: more would cost phones their battery, and show nothing more. */
const WANTED: Record<Capture, (id: string | undefined) => MediaStreamConstraints> = {
  camera: (id) => ({
    video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 }, ...(id && exactly(id)) },
  }),
  microphone: (id) => ({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...(id && exactly(id)) },
  }),
};
const exactly = (id: string) => ({ deviceId: { exact: id } });

/** Opens a device. Throws the kind of the error. */
async function open(kind: Capture, id: string | undefined): Promise<MediaStreamTrack> {
  // Missing on plain http and in some in-app browsers, despite its type.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DeviceError('unsupported');
  if (isForbidden(kind)) throw new DeviceError('forbidden');
  const blocked = await isBlocked(kind);
  const stream = await devices.getUserMedia(WANTED[kind](id)).catch((error: unknown) => {
    throw new DeviceError(deviceErrorOf(error, blocked), { cause: error });
  });
  const [track] = stream.getTracks();
  if (!track) throw new DeviceError('not-found');
  return track;
}

class DeviceError extends Error {
  readonly kind: DeviceErrorKind;

  constructor(kind: DeviceErrorKind, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/**
 * The camera and the microphone. We own their tracks: stopping one closes the device, whatever state the package is in.
 */
export class LocalDevices {
  devices: Devices = {
    cameras: [],
    microphones: [],
    speakers: [],
    opening: { camera: false, microphone: false },
    errors: {},
  };
  readonly #changed: () => void;
  readonly #tracks = new Map<Capture, MediaStreamTrack>();
  readonly #chosen = new Map<Capture, string>();
  /** Counts the requests for each device: only the last one decides. */
  readonly #requests = { camera: 0, microphone: 0 };
  readonly #stopWatching: () => void;

  /** @param changed called after everything that changes `devices` or a track */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#stopWatching = watch(() => void this.#list());
    void this.#list();
  }

  track(kind: Capture): MediaStreamTrack | undefined {
    return this.#tracks.get(kind);
  }

  /** Opens a device unless it is open. What fails is in `devices.errors`. */
  async open(kind: Capture): Promise<void> {
    if (this.#tracks.has(kind)) return;
    const request = ++this.#requests[kind];
    const isLast = () => request === this.#requests[kind];
    this.#note(kind, true);
    try {
      const track = await open(kind, this.#chosen.get(kind));
      if (!isLast()) {
        track.stop();
        return;
      }
      this.#tracks.set(kind, track);
      track.addEventListener('ended', () => {
        if (this.#tracks.get(kind) !== track) return;
        this.#chosen.delete(kind);
        this.#stop(kind, 'disconnected');
      });
      this.#note(kind, false);
    } catch (error) {
      if (isLast()) this.#note(kind, false, error instanceof DeviceError ? error.kind : 'failed');
    }
    // The browser names devices only now.
    await this.#list();
  }

  close(kind: Capture): void {
    this.#stop(kind);
  }

  /** Chooses a device. If another one is open, this one takes its place. */
  async choose(kind: Capture, id: string): Promise<void> {
    this.#chosen.set(kind, id);
    const isWanted = this.#tracks.has(kind) || this.devices.opening[kind];
    // Phones can't open two cameras at once.
    this.#drop(kind);
    if (isWanted) await this.open(kind);
    else this.#note(kind, false);
  }

  chooseSpeaker(id: string): void {
    this.devices = { ...this.devices, speaker: id };
    this.#changed();
  }

  closeAll(): void {
    this.#stop('camera');
    this.#stop('microphone');
  }

  destroy(): void {
    this.#stopWatching();
    this.closeAll();
  }

  #drop(kind: Capture): void {
    this.#requests[kind]++;
    this.#tracks.get(kind)?.stop();
    this.#tracks.delete(kind);
  }

  #stop(kind: Capture, error?: DeviceErrorKind): void {
    this.#drop(kind);
    this.#note(kind, false, error);
  }

  #note(kind: Capture, opening: boolean, error?: DeviceErrorKind): void {
    const { [kind]: _id, ...devices } = this.devices;
    const { [kind]: _error, ...errors } = devices.errors;
    const id = this.#tracks.get(kind)?.getSettings().deviceId ?? this.#chosen.get(kind);
    this.devices = {
      ...devices,
      ...(id && { [kind]: id }),
      opening: { ...devices.opening, [kind]: opening },
      errors: error ? { ...errors, [kind]: error } : errors,
    };
    this.#changed();
  }

  async #list(): Promise<void> {
    const found = await (navigator.mediaDevices as MediaDevices | undefined)?.enumerateDevices().catch(() => []);
    const all = (kind: MediaDeviceKind): DeviceChoice[] =>
      (found ?? []).filter((device) => device.kind === kind && device.deviceId !== '').map(choiceOf);
    const lists = {
      cameras: all('videoinput'),
      microphones: all('audioinput'),
      speakers: 'setSinkId' in HTMLMediaElement.prototype ? all('audiooutput') : [],
    };
    const before = JSON.stringify([this.devices.cameras, this.devices.microphones, this.devices.speakers]);
    if (before === JSON.stringify(Object.values(lists))) return;
    this.devices = { ...this.devices, ...lists };
    this.#changed();
  }
}

const choiceOf = ({ deviceId, label }: MediaDeviceInfo): DeviceChoice => ({ id: deviceId, label });

/** Calls `look` whenever the devices may have changed. Returns a function that ends it. */
function watch(look: () => void): () => void {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) return () => undefined;
  if ('ondevicechange' in devices) {
    devices.addEventListener('devicechange', look);
    return () => devices.removeEventListener('devicechange', look);
  }
  const timer = setInterval(look, POLL_MS);
  return () => clearInterval(timer);
}
