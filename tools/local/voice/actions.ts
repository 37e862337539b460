import { randomUUID } from 'node:crypto';
import type { ToolCall } from '@vapi-ai/web/dist/api.js';
import * as chrono from 'chrono-node';
import type { RehearsalCopy } from '../../../src/schemas/assistant.ts';
import { ACTIONS, type Action } from '../../../src/voice/action.ts';

/** What the agent says to somebody who wants something done, and what it puts on their screen. */
export interface Acting {
  says: string;
  call?: ToolCall;
}

/** Whether a remark contains one of the phrases, and what follows it. */
type Finder = (phrases: readonly string[]) => string | undefined;

/** Somebody who asks how to do something wants to know it, not to have it done; at the start, or in a later sentence. */
const WANTS_TO_KNOW =
  /^\W*(?:and |so |but )?(?:how|what|when|why|where|who|which|whose)\b|[.!?]\s+(?:and |so |but )?(?:how|what|when|why|where|who|which|whose)\b[^.!?]*\?/i;
/** So many words after “tell your team” are the message itself. */
const FEWEST_WORDS = 3;

/** The caller's clock, from the variable of src/voice/variables.ts. */
function clockOf(localTime: string): Date {
  const [, day, time] = /(\d{4}-\d\d-\d\d), (\d\d:\d\d)/.exec(localTime) ?? [];
  return day && time ? new Date(`${day}T${time}`) : new Date();
}

/** The day and time that were said, as far as they were. */
function timeIn(said: string, clock: Date): { day?: string; time?: string } {
  // The time that it takes to read more, or many blanks, grows with the square of their number.
  const short = said.replaceAll(/\s+/g, ' ').slice(0, 300);
  const start = chrono.parse(short, clock, { forwardDate: true })[0]?.start;
  if (!start || !(start.isCertain('day') || start.isCertain('weekday'))) return {};
  const two = (part: 'month' | 'day' | 'hour' | 'minute') => String(start.get(part) ?? 0).padStart(2, '0');
  return {
    day: `${start.get('year')}-${two('month')}-${two('day')}`,
    ...(start.isCertain('hour') && { time: `${two('hour')}:${two('minute')}` }),
  };
}

function callOf({ name, ...given }: Action): ToolCall {
  return { id: randomUUID(), type: 'function', function: { name, arguments: JSON.stringify(given) } };
}

/**
 * The actions of one conversation.
 *
 * @param localTime the date and time on the caller's clock, as the page tells it
 * @returns a function that answers a remark; it returns undefined if the caller wants nothing done
 */
export function openActions(
  copy: RehearsalCopy['actions'],
  localTime: string,
): (said: string, find: Finder) => Acting | undefined {
  const clock = clockOf(localTime);
  let isAsked = false;

  const leave = (message: string): Acting => ({
    says: `${copy['leave-message'].answer} “${message}”`,
    call: callOf({ name: 'leave-message', message }),
  });

  return (said, find) => {
    if (isAsked) {
      isAsked = false;
      const { refusals, dropped } = copy['leave-message'];
      return find(refusals) === undefined ? leave(said) : { says: dropped };
    }
    if (WANTS_TO_KNOW.test(said)) return undefined;
    const wanted = ACTIONS.find((name) => find(copy[name].phrases) !== undefined);
    switch (wanted) {
      case 'book-demo':
        return { says: copy[wanted].answer, call: callOf({ name: wanted, ...timeIn(said, clock) }) };
      case 'leave-message': {
        const rest = find(copy[wanted].phrases) ?? '';
        if (rest.split(' ').filter((word) => word !== '').length >= FEWEST_WORDS) return leave(said);
        isAsked = true;
        return { says: copy[wanted].ask };
      }
      case 'start-application':
        return { says: copy[wanted].answer, call: callOf({ name: wanted }) };
      default:
        return undefined;
    }
  };
}
