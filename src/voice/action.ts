import { plainLine } from '../backend/text-rules.ts';
import { asRecord, type Untrusted } from './untrusted.ts';

/** The agent's tools, as they are called at the provider. */
export const ACTIONS = ['book-demo', 'leave-message', 'start-application'] as const;
export type ActionName = (typeof ACTIONS)[number];

/**
 * What the agent puts on the visitor's screen. By itself it does nothing: the visitor opens the form, checks what is in
 * it, and sends it.
 */
export type Action =
  /** `day` is a local date such as 2026-11-24, `time` a local time such as 10:30; as far as they were said. */
  | { name: 'book-demo'; day?: string; time?: string }
  | { name: 'leave-message'; message: string }
  | { name: 'start-application' };

/** More than anybody says in one breath; the rest is cut off (code points). */
const LONGEST_MESSAGE = 2000;

/** The provider's types say that arguments are JSON, its documentation shows an object. */
function argumentsIn(given: unknown): Untrusted {
  if (typeof given !== 'string') return asRecord(given);
  try {
    return asRecord(JSON.parse(given));
  } catch {
    return {};
  }
}

const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(value);
  // Browsers take February 31 for a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);

function actionOf(call: unknown): Action | undefined {
  const { name, arguments: given } = asRecord(asRecord(call)['function']);
  const { day, time, message } = argumentsIn(given);
  switch (name) {
    case 'book-demo':
      // Without its day, a time says nothing.
      return { name, ...(isDay(day) && { day, ...(isTime(time) && { time }) }) };
    case 'leave-message': {
      const text = Array.from(plainLine(typeof message === 'string' ? message : ''));
      return text.length > 0 ? { name, message: text.slice(0, LONGEST_MESSAGE).join('') } : undefined;
    }
    case 'start-application':
      return { name };
    default:
      return undefined;
  }
}

/**
 * The actions in a list of the provider's tool calls. Any script or frame in the page can forge one, so what is not
 * exactly right is left out, and the rest is shown as plain text.
 */
export const actionsIn = (toolCalls: unknown): Action[] =>
  Array.isArray(toolCalls) ? toolCalls.flatMap((call) => actionOf(call) ?? []) : [];
