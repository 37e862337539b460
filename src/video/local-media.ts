import type { Sources } from './call.ts';
import { LocalDevices, type Capture } from './devices.ts';
import type { Devices, Tracks } from './meeting-state.ts';
import { stopAll } from './screen.ts';

/** What we show and say: the devices, whether they are on, and the shared screen. */
export class LocalMedia {
  readonly #changed: () => void;
  readonly #devices = new LocalDevices(() => this.#settle());
  /** What the visitor wants. */
  readonly #on = { camera: false, microphone: false };
  #screen: MediaStream | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get devices(): Devices {
    return this.#devices.devices;
  }

  get tracks(): Tracks {
    const video = this.#devices.track('camera');
    const audio = this.#devices.track('microphone');
    const [screen] = this.#screen?.getVideoTracks() ?? [];
    return { ...(audio && { audio }), ...(video && { video }), ...(screen && { screen }) };
  }

  get sources(): Sources {
    const { audio, video } = this.tracks;
    return {
      audio: { track: audio, on: audio !== undefined && this.#on.microphone },
      video: { track: video, on: video !== undefined && this.#on.camera },
    };
  }

  /** @param keep whether a microphone that is open stays open, and is muted */
  async turn(kind: Capture, on: boolean, keep: boolean): Promise<void> {
    this.#on[kind] = on;
    if (on) await this.#devices.open(kind);
    else if (kind === 'camera' || !keep || !this.#devices.track(kind)) this.#devices.close(kind);
    this.#settle();
  }

  choose(kind: Capture, id: string): Promise<void> {
    return this.#devices.choose(kind, id);
  }

  chooseSpeaker(id: string): void {
    this.#devices.chooseSpeaker(id);
  }

  get screen(): MediaStream | undefined {
    return this.#screen;
  }

  /** @param ended called when the visitor ends sharing with the browser's own button */
  showScreen(stream: MediaStream, ended: () => void): void {
    this.#screen = stream;
    for (const track of stream.getTracks()) track.addEventListener('ended', ended);
    this.#changed();
  }

  hideScreen(): void {
    stopAll(this.#screen);
    this.#screen = undefined;
    this.#changed();
  }

  closeAll(): void {
    stopAll(this.#screen);
    this.#screen = undefined;
    Object.assign(this.#on, { camera: false, microphone: false });
    this.#devices.closeAll();
  }

  destroy(): void {
    this.closeAll();
    this.#devices.destroy();
  }

  /** What could not be opened, or was unplugged, is off. A muted microphone is silent, whatever the package does. */
  #settle(): void {
    for (const kind of ['camera', 'microphone'] as const)
      if (!this.#devices.track(kind) && !this.devices.opening[kind]) this.#on[kind] = false;
    const microphone = this.#devices.track('microphone');
    if (microphone) microphone.enabled = this.#on.microphone;
    this.#changed();
  }
}
