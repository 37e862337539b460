import type { REQUEST_KINDS } from '../../backend/request-kinds.ts';
import type { State } from './shapes.ts';

interface Kind {
  /** One of them. */
  one: string;
  /** The list's choice; kinds with the same name are chosen together. */
  all: string;
  /** What a mail to the visitor is about. */
  mail: string;
}

/** The kinds of requests that the desk lists, by their tables. */
const KINDS: Partial<Record<keyof typeof REQUEST_KINDS, Kind>> = {
  contact_submissions: { one: 'Consultation', all: 'Consultations', mail: 'Your request' },
  demo_bookings: { one: 'Demo booking', all: 'Demo bookings', mail: 'Your demo' },
  internship_applications: { one: 'Application', all: 'Applications', mail: 'Your internship application' },
  notification_requests: { one: 'Waiting list', all: 'Waiting lists', mail: 'The resource you are waiting for' },
  voice_leads: { one: 'Call', all: 'Calls', mail: 'Your call' },
  voice_calls: { one: 'Call without a name', all: 'Calls', mail: 'Your call' },
};

const known: Readonly<Record<string, Kind | undefined>> = KINDS;

/** A table's name in words, for a kind that was added since. */
const inWords = (table: string) => (table.charAt(0).toUpperCase() + table.slice(1)).replaceAll('_', ' ');

export const kindName = (kind: string): string => known[kind]?.one ?? inWords(kind);
/** As {@link kindName}, of several. */
export const kindsName = (kind: string): string => known[kind]?.all ?? inWords(kind);
export const mailTopic = (kind: string): string => known[kind]?.mail ?? 'Your request';

/** The choices of the list: a name, and the tables that it stands for. */
export const KIND_CHOICES: readonly { value: string; label: string; kinds: readonly string[] }[] = [
  ...Map.groupBy(Object.entries(KINDS), ([, { all }]) => all),
].map(([label, all]) => ({ value: all[0]?.[0] ?? '', label, kinds: all.map(([kind]) => kind) }));

export const STATE_NAMES: Readonly<Record<State, string>> = { new: 'New', 'in work': 'In work', done: 'Done' };

/** The states of the list. A dead letter can be in any other state, too. */
export const STATE_CHOICES = [
  { value: '', label: 'All' },
  { value: 'new', label: 'New' },
  { value: 'in work', label: 'In work' },
  { value: 'done', label: 'Done' },
  { value: 'dead', label: 'Dead letters' },
] as const;
export type StateChoice = (typeof STATE_CHOICES)[number]['value'];
