import copy from 'copy:meeting';
import type { MeetingState } from '../../../video/meeting.ts';
import { $call } from '../meeting.ts';
import { speak } from '../../spoken.ts';
import { fill } from '../format.ts';
import { nameOf } from '../words.ts';
import { $panel } from './panels.ts';

const { news, notices } = copy;

/** What screen readers are told of a change; others see or hear it. What is shown as a notice is announced there. */
export function newsOf(before: MeetingState, now: MeetingState, isChatOpen: boolean): string[] {
  const others = (state: MeetingState) => state.people.filter(({ local }) => !local);
  const missing = (from: MeetingState, to: MeetingState) =>
    others(from).filter(({ id }) => !to.people.some((person) => person.id === id));
  const presents = (state: MeetingState) => others(state).find(({ screen }) => screen);
  const [presented, presenter] = [presents(before), presents(now)];
  const last = before.messages.at(-1)?.id ?? 0;
  return [
    ...missing(now, before).map((person) => fill(news.joined, { name: nameOf(person) })),
    ...missing(before, now).map((person) => fill(news.left, { name: nameOf(person) })),
    ...(presenter && !presented ? [fill(news.sharesScreen, { name: nameOf(presenter) })] : []),
    ...(presented && !presenter ? [news.stoppedScreen] : []),
    // The open chat announces its messages by itself.
    ...(isChatOpen
      ? []
      : now.messages
          .filter(({ id, own }) => id > last && !own)
          .map(({ from, host, text }) => fill(news.message, { name: nameOf({ name: from, host }), text }))),
    ...(before.phase === 'reconnecting' && now.phase === 'in-call' ? [notices.back] : []),
  ];
}

/** Announces what happens in the call. Returns a function that ends it. */
export function announce(): () => void {
  let before = $call.get();
  speak(news.inCall);
  return $call.listen((now) => {
    const said = newsOf(before, now, $panel.get() === 'chat');
    before = now;
    if (said.length > 0) speak(said.join(' '));
  });
}
