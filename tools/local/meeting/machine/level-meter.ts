/** Measures how loud a track is, 0 to 1. */
export interface LevelMeter {
  level(): number;
  close(): void;
}

export function openLevelMeter(track: MediaStreamTrack): LevelMeter {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => void context.close(),
  };
}
