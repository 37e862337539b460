import { PUBLIC_MEETINGS } from 'astro:env/client';
import { atom, onMount } from 'nanostores';
import { createMeeting, type MeetingState } from '../../video/meeting.ts';
import { isQuiet } from './quiet.ts';

/** The meeting of this page. It opens nothing until it is told to. */
export const meeting = createMeeting(
  PUBLIC_MEETINGS?.startsWith('http') ? { bundleUrl: `${PUBLIC_MEETINGS}/call-machine.js` } : {},
);

/** The state of the meeting, without the changes of levels. */
export const $call = atom<MeetingState>(meeting.state.get());
onMount($call, () =>
  meeting.state.subscribe((state) => {
    if (!isQuiet(state, $call.get())) $call.set(state);
  }),
);
