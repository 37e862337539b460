import type { Lead } from './call-events.ts';
import { callerName } from './caller-name.ts';

/** The visitor's date and time, with the day of the week, for example Thu, 2026-11-26, 09:40. */
function localTime(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const weekday = now.toLocaleDateString('en', { weekday: 'short' });
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${weekday}, ${date}, ${two(now.getHours())}:${two(now.getMinutes())}`;
}

/**
 * What the agent gets to know of the visitor (spec section 3), and what time it is there: "on Tuesday" says nothing
 * without it. The agent reads the name, so it must not carry instructions.
 */
export const variablesOf = ({ name, email }: Lead) => ({
  leadName: callerName(name),
  leadEmail: email,
  localTime: localTime(new Date()),
});
