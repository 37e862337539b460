import { ownValue } from '../../lib/own-value.ts';

/** What the log calls a deed, and how a sentence about one request says it. */
const OF_REQUEST: Readonly<Record<string, string>> = {
  opened: 'opened it',
  assigned: 'assigned it',
  'changed the state': 'changed its state',
  'wrote a note': 'wrote a note',
  answered: 'answered it',
  declined: 'declined it',
};

/** A deed in the history of a request. */
export const deedOf = (what: string): string => ownValue(OF_REQUEST, what) ?? what;
