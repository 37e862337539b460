/** The agent's line: turns speech into an audio track like a remote participant's. */
export interface VoiceLine {
  readonly track: MediaStreamTrack;
  /** Says one sentence. Resolves when it is finished or interrupted. */
  play: (wave: ArrayBuffer) => Promise<void>;
  /** Stops speaking. */
  hush(): void;
  /** How loud it is now, 0 to 1. */
  level(): number;
  close(): void;
}

/** The line of a call. */
export function openVoiceLine(): VoiceLine {
  const context = new AudioContext();
  const destination = context.createMediaStreamDestination();
  const analyser = context.createAnalyser();
  analyser.connect(destination);
  const samples = new Float32Array(analyser.fftSize);
  let playing: AudioBufferSourceNode | undefined;
  const [track] = destination.stream.getAudioTracks();
  if (!track) throw new Error('This browser provides no audio track.');

  return {
    track,
    play: async (wave) => {
      const buffer = await context.decodeAudioData(wave);
      await context.resume();
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(analyser);
      playing = source;
      await new Promise((ended) => {
        source.addEventListener('ended', ended, { once: true });
        source.start();
      });
      if (playing === source) playing = undefined;
    },
    hush: () => playing?.stop(),
    level() {
      if (!playing) return 0;
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close() {
      playing?.stop();
      track.stop();
      void context.close();
    },
  };
}
