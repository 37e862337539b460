import type { MeetingState } from './meeting-state.ts';

/** Asks what to share. Returns why nothing is shared, otherwise. */
export async function openScreen(): Promise<MediaStream | NonNullable<MeetingState['problem']>> {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
  } catch (error) {
    const refused = error instanceof DOMException && error.name === 'NotAllowedError';
    if (!refused) console.warn('The screen can not be shared.', error);
    return refused ? 'screen-refused' : 'screen-failed';
  }
}

export function stopAll(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
