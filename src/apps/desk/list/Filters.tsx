import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { KIND_CHOICES, STATE_CHOICES } from '../kinds.ts';
import { $counts } from './list.ts';
import { $place, go } from './navigation.ts';
import { SHORTEST_SEARCH, wordsOf } from './place.ts';

/** How long a pause in typing begins the search (milliseconds). */
const PAUSE_MS = 300;

/** What the list shows: the words of a search, a kind and a state. */
export function Filters() {
  const { kind, state } = useStore($place);
  const dead = useStore($counts)?.dead ?? 0;
  return (
    <search className="grid gap-3" aria-label="Requests">
      <SearchField />
      <div className="field">
        <label className="visually-hidden" htmlFor="filter-kind">
          Kind
        </label>
        <select id="filter-kind" className="control" value={kind} onChange={({ target }) => go({ kind: target.value })}>
          <option value="">All kinds</option>
          {KIND_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="states" role="group" aria-label="State">
        {STATE_CHOICES.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={state === value} onClick={() => go({ state: value })}>
            {label}
            {value === 'dead' && dead > 0 && <span className="unread-count">{dead}</span>}
          </button>
        ))}
      </div>
    </search>
  );
}

function SearchField() {
  const { find } = useStore($place);
  const [typed, setTyped] = useState(find);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [searched, setSearched] = useState(find);
  // The browser's back button and “Show all requests” change it, too.
  if (searched !== find) {
    setSearched(find);
    if (wordsOf(typed) !== find) setTyped(find);
  }
  useEffect(() => () => clearTimeout(timer.current), [find]);

  const length = Array.from(typed.trim()).length;
  const isShort = length > 0 && length < SHORTEST_SEARCH;

  function search(text: string): void {
    clearTimeout(timer.current);
    const words = wordsOf(text);
    if (words !== $place.get().find) go({ find: words }, 'replace');
  }
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor="filter-find">
        Search names, addresses and texts
      </label>
      <input
        id="filter-find"
        className="control"
        type="search"
        placeholder="Search names, addresses, texts"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-describedby={isShort ? 'filter-find-hint' : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(search, PAUSE_MS, target.value);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') search(typed);
        }}
      />
      <div role="status">
        {isShort && (
          <p className="hint" id="filter-find-hint">
            Type at least {SHORTEST_SEARCH} characters.
          </p>
        )}
      </div>
    </div>
  );
}
