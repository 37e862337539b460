import type { DailyInstance, MachineState, TrackName, TrackState } from '../../daily/protocol.ts';
import type { Shown } from '../signals.ts';
import { TRACKS, type Sources } from './peer.ts';

type Device = 'audio' | 'video';

/**
 * What this page sends. The page opens and stops every device itself: the machine only sends the tracks that it is
 * given.
 */
export interface Local {
  name: string;
  /** The tracks that are sent now. */
  readonly sources: Sources;
  /** @param byOwner somebody else has switched it off */
  turn(device: Device, on: boolean, byOwner?: boolean): void;
  allow(device: Device, allowed: boolean): void;
  share(screen: MediaStream | undefined): void;
  /** The page may have given other tracks. */
  update(): void;
  states(): Record<TrackName, TrackState>;
  shown(): Shown;
}

/**
 * @param instance has the tracks of the page
 * @param state gets them for daily-js
 * @param changed called with what is sent in another way now
 */
export function openLocal(instance: DailyInstance, state: MachineState, changed: (name: TrackName) => void): Local {
  const on = { audio: true, video: true };
  const allowed = { audio: true, video: true };
  const offByOwner = { audio: false, video: false };
  const sources: Sources = { audio: undefined, video: undefined, screenVideo: undefined, screenAudio: undefined };
  let screen: MediaStream | undefined;

  const given = (device: Device) => instance.tracks[`${device}Track`];
  const found = (name: TrackName) => {
    if (name === 'screenVideo') return screen?.getVideoTracks()[0];
    if (name === 'screenAudio') return screen?.getAudioTracks()[0];
    const track = given(name);
    return on[name] && allowed[name] && track?.readyState === 'live' ? track : undefined;
  };

  function update(): void {
    const tracks = [given('audio'), given('video')].filter((track) => track !== undefined);
    state.local.streams = {
      cam: { stream: new MediaStream(tracks) },
      ...(screen && { screen: { stream: screen } }),
    };
    const other = TRACKS.filter((name) => sources[name] !== found(name));
    for (const name of other) sources[name] = found(name);
    other.forEach(changed);
  }

  const stateOf = (name: TrackName): TrackState => {
    if (sources[name]) return 'playable';
    return (name === 'audio' || name === 'video') && offByOwner[name] ? 'off by an owner' : 'off';
  };

  return {
    name: '',
    sources,
    turn(device, isOn, byOwner = false) {
      on[device] = isOn;
      offByOwner[device] = byOwner;
      update();
    },
    allow(device, isAllowed) {
      allowed[device] = isAllowed;
      update();
    },
    share(shared) {
      screen = shared;
      update();
    },
    update,
    states: () => Object.fromEntries(TRACKS.map((name) => [name, stateOf(name)])) as Record<TrackName, TrackState>,
    shown() {
      const is = Object.fromEntries(TRACKS.map((name) => [name, sources[name] !== undefined]));
      return { name: this.name, ...(is as Record<TrackName, boolean>) };
    },
  };
}
