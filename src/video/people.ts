import type { DailyParticipant, DailyTrackState } from '@daily-co/daily-js';
import { MEETING_LIMITS } from '../backend/meeting-access.ts';
import { plainLine } from '../backend/text-rules.ts';
import type { Person, Tracks } from './meeting-state.ts';

/** What the call knows about somebody; levels and quality are ours. */
export type Participant = Omit<Person, 'level' | 'quality'>;

const isOn = ({ state }: DailyTrackState): boolean => state !== 'off' && state !== 'blocked';

/** The tracks that can be played: what is off has none, whatever the package still holds. */
function tracksOf({ tracks }: DailyParticipant): Tracks {
  const found: Tracks = {};
  const names = { audio: 'audio', video: 'video', screen: 'screenVideo', screenAudio: 'screenAudio' } as const;
  for (const [ours, theirs] of Object.entries(names) as [keyof Tracks, (typeof names)[keyof Tracks]][]) {
    const state = tracks[theirs];
    // The package may take a while to call a track playable though its first frames are there.
    const track = isOn(state) ? (state.track ?? state.persistentTrack) : undefined;
    if (track) found[ours] = track;
  }
  return found;
}

/** A name as the desk shows it, too. Others may call themselves anything: the provider does not check it. */
export const nameOf = (given: unknown): string =>
  typeof given === 'string' ? Array.from(plainLine(given)).slice(0, MEETING_LIMITS.name).join('') : '';

/** Somebody in the call, in our terms. */
export const participantOf = (participant: DailyParticipant): Participant => ({
  id: participant.session_id,
  name: nameOf(participant.user_name),
  local: participant.local,
  host: participant.owner,
  audio: isOn(participant.tracks.audio),
  video: isOn(participant.tracks.video),
  screen: isOn(participant.tracks.screenVideo),
  tracks: tracksOf(participant),
});

/** Whether a host has muted somebody. */
export const isMutedByHost = ({ tracks: { audio } }: DailyParticipant): boolean =>
  audio.state === 'off' && audio.off?.byRemoteRequest === true;
