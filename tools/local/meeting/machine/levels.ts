import { LEVEL_INTERVAL_MS } from '../../daily/protocol.ts';
import { openLevelMeter, type LevelMeter } from './level-meter.ts';

/** Quieter is silence. */
const SPEAKING = 0.01;

/** Watches how loud everybody is, and so who speaks. */
export interface Levels {
  /** The microphone that is sent now, if any. */
  listenTo(track: MediaStreamTrack | undefined): void;
  observe(what: 'local' | 'remote', on: boolean): void;
  close(): void;
}

/**
 * @param me the id of this page's participant
 * @param remoteLevels how loud each of the others is, by their ids
 * @param post tells daily-js
 */
export function openLevels(
  me: string,
  remoteLevels: () => Record<string, number>,
  post: (message: object) => void,
): Levels {
  let meter: LevelMeter | undefined;
  let measured: MediaStreamTrack | undefined;
  const observed = { local: false, remote: false };

  const timer = setInterval(() => {
    const own = meter?.level() ?? 0;
    const levels = remoteLevels();
    if (observed.local) post({ action: 'local-audio-level', audioLevel: own });
    if (observed.remote) post({ action: 'remote-participants-audio-level', participantsAudioLevel: levels });
    const [[speaker, level] = [me, 0]] = Object.entries({ ...levels, [me]: own }).sort(([, a], [, b]) => b - a);
    // daily-js ignores one who is the active speaker already.
    if (level > SPEAKING) post({ action: 'active-speaker-change', activeSpeaker: { peerId: speaker } });
  }, LEVEL_INTERVAL_MS);

  function listenTo(track: MediaStreamTrack | undefined): void {
    if (track === measured) return;
    meter?.close();
    measured = track;
    meter = track && openLevelMeter(track);
  }

  return {
    listenTo,
    observe(what, on) {
      observed[what] = on;
    },
    close() {
      clearInterval(timer);
      listenTo(undefined);
    },
  };
}
