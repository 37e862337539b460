import { canListen, listen } from '../voice/hearing.ts';

/** Recognizes our own words, on this device, while it is on and we can be heard. */
export class OwnCaptions {
  on = false;
  readonly #heard: (text: string, final: boolean) => void;
  #track: MediaStreamTrack | undefined;
  #stop: (() => void) | undefined;

  constructor(heard: (text: string, final: boolean) => void) {
    this.#heard = heard;
  }

  static readonly areAvailable = canListen;

  /** @param track what can be heard of us; undefined while we are muted or not in the call */
  async listenTo(track: MediaStreamTrack | undefined): Promise<void> {
    const wanted = this.on ? track : undefined;
    if (wanted === this.#track) return;
    this.#track = wanted;
    this.#stop?.();
    this.#stop = undefined;
    if (!wanted) return;
    const stop = await listen(wanted, (text, final) => {
      if (this.#track === wanted) this.#heard(text, final);
    });
    if (this.#track === wanted) this.#stop = stop;
    else stop?.();
  }
}
