/** How often the level is measured (milliseconds; spec section 9). */
const INTERVAL_MS = 100;
/** The level that counts as full (spec section 9). */
const FULL_SCALE = 0.15;

/**
 * Measures the volume of a track. Daily could measure the microphone, too, but with a worklet from a blob, which the
 * CSP would have to allow as a script.
 *
 * @param report called with the level, 0 to 1, ten times a second
 * @returns a function that ends it
 */
export function measureLevel(track: MediaStreamTrack, report: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    report(Math.min(1, Math.sqrt(power) / FULL_SCALE));
  }, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
