import { KIND_CHOICES, STATE_CHOICES, type StateChoice } from '../kinds.ts';
import type { Filter, Key } from '../requests.ts';

export const VIEWS = ['requests', 'waiting', 'figures', 'log', 'erase'] as const;
export type View = (typeof VIEWS)[number];

/** Where somebody is in the desk: what the address says after its #, and the words of the search. */
export interface Place {
  view: View;
  /** A value of KIND_CHOICES; '' for all. */
  kind: string;
  state: StateChoice;
  /** Not in the address: names and mail addresses don't belong in the browser's history. */
  find: string;
  /** The open request. */
  open: Key | null;
}

export const START: Place = { view: 'requests', kind: '', state: '', find: '', open: null };

/** Shorter words can't be searched for with an index (characters). */
export const SHORTEST_SEARCH = 3;

/** What is searched for: nothing, while too little is typed. */
export function wordsOf(typed: string): string {
  const words = typed.trim();
  return Array.from(words).length < SHORTEST_SEARCH ? '' : words;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A request as the address names it: `demo_bookings/<id>`. */
function keyOf(text: string): Key | null {
  const [kind = '', id = '', ...more] = text.split('/');
  return /^[a-z_]+$/.test(kind) && UUID.test(id) && more.length === 0 ? { kind, id } : null;
}

/** Reads an address. What it doesn't know, it leaves out: somebody may have typed it. */
export function readPlace(hash: string, find = ''): Place {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?');
  const values = new URLSearchParams(query);
  const view = VIEWS.find((one) => one === name) ?? 'requests';
  if (view !== 'requests') return { ...START, view };
  return {
    view,
    kind: KIND_CHOICES.find(({ value }) => value === values.get('kind'))?.value ?? '',
    state: STATE_CHOICES.find(({ value }) => value === values.get('state'))?.value ?? '',
    find,
    open: keyOf(values.get('open') ?? ''),
  };
}

/** The address of a place, beginning with #. */
export function hashOf(place: Place): string {
  const { view, kind, state, open } = place;
  const values = new URLSearchParams();
  if (kind) values.set('kind', kind);
  if (state) values.set('state', state);
  const query = values.toString();
  // As it is: a slash is allowed there, and nobody wants to read %2F.
  const all = [query, open ? `open=${open.kind}/${open.id}` : ''].filter(Boolean).join('&');
  return view === 'requests' && all ? `#${view}?${all}` : `#${view}`;
}

/** What the list at a place has. */
export function filterOf({ kind, state, find }: Pick<Place, 'kind' | 'state' | 'find'>): Filter {
  return {
    kinds: KIND_CHOICES.find(({ value }) => value === kind)?.kinds ?? null,
    states: state === '' ? null : [state],
    words: wordsOf(find),
  };
}

export const isFiltered = ({ kind, state, find }: Place): boolean => Boolean(kind || state || find);

export const isSame = (one: Key | null, other: Key | null): boolean =>
  one?.kind === other?.kind && one?.id === other?.id;
