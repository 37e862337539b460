import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { DeadLetters } from '../duties/DeadLetters.tsx';
import { ExportButton } from '../duties/ExportButton.tsx';
import { Button } from '../shell/Button.tsx';
import { Empty, Loading } from '../shell/Empty.tsx';
import { speak } from '../../spoken.ts';
import { Trouble } from '../shell/Trouble.tsx';
import { Filters } from './Filters.tsx';
import { rowFor } from './keys.ts';
import { $list, load, loadMore } from './list.ts';
import { $place, go, openRequest } from './navigation.ts';
import { isFiltered, isSame, START, type Place } from './place.ts';
import { Row, rowId } from './Row.tsx';

/** The list: what is shown, and the requests themselves. */
export function RequestList() {
  const list = useStore($list);
  const place = useStore($place);
  const { entries, hasMore, loading, failure } = list;
  return (
    <section className="list-pane" aria-labelledby="list-title">
      <div className="list-head">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl outline-none" id="list-title" tabIndex={-1}>
            Requests
          </h1>
          <p className="text-sm text-soft" role="status">
            {!loading && !failure && countOf(entries.length, hasMore)}
          </p>
          <ExportButton />
        </div>
        <Filters />
      </div>
      {place.state === 'dead' && <DeadLetters />}
      {/* While others are read, the rows stay: whoever is in one of them keeps the focus. */}
      {failure ? (
        <Trouble text={failure.message} onRetry={() => void load()} />
      ) : loading === 'all' && entries.length === 0 ? (
        <Loading what="the requests" rows={6} />
      ) : entries.length === 0 ? (
        <NothingHere place={place} />
      ) : (
        <>
          <Rows />
          {hasMore && (
            <div className="list-more">
              <Button quiet busy={loading === 'more'} onClick={() => void more()}>
                {loading === 'more' ? 'Loading …' : 'Show more'}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

const countOf = (count: number, hasMore: boolean): string =>
  hasMore ? `the newest ${count}` : count === 1 ? '1 request' : `${count} requests`;

/** The focus stays on the button: the new rows are after the last one, one Shift+Tab away. */
async function more(): Promise<void> {
  const before = $list.get().entries.length;
  await loadMore();
  const added = $list.get().entries.length - before;
  if (added > 0) speak(`${added} more`);
}

function NothingHere({ place }: { place: Place }) {
  if (!isFiltered(place))
    return (
      <Empty title="Nobody has written yet">
        <p className="text-soft">New requests appear here by themselves.</p>
      </Empty>
    );
  return (
    <Empty title={place.find ? `Nothing found for “${place.find}”` : 'Nothing here'}>
      <Button quiet onClick={() => go({ ...START, open: place.open })}>
        Show all requests
      </Button>
    </Empty>
  );
}

function Rows() {
  const { entries } = useStore($list);
  const place = useStore($place);
  const rows = useRef<HTMLUListElement>(null);
  const [reached, setReached] = useState<string>();
  const wasOpen = useRef(place.open);

  // Whoever closes a request comes back to its row.
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = place.open;
    if (before && !place.open) document.getElementById(rowId(before))?.focus();
  }, [place.open]);

  const open = entries.findIndex((entry) => isSame(entry, place.open));
  const last = entries.findIndex((entry) => rowId(entry) === reached);
  // One row is in the tab order: that with the focus, else the open one, else the first.
  const inOrder = Math.max(last >= 0 ? last : open, 0);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowFor(event.key, inOrder, entries.length);
    if (next === undefined) return;
    event.preventDefault();
    rows.current?.querySelectorAll('a')[next]?.focus();
  }
  function onClick(event: MouseEvent, index: number): void {
    const entry = entries[index];
    // As a link, it can be opened in another tab, too.
    if (!entry || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openRequest({ kind: entry.kind, id: entry.id });
  }
  return (
    <ul ref={rows} className="rows" role="list" aria-label="Requests, newest first" onKeyDown={onKeyDown}>
      {entries.map((entry, index) => (
        <Row
          key={`${entry.kind}/${entry.id}`}
          entry={entry}
          place={place}
          isOpen={index === open}
          inOrder={index === inOrder}
          onFocus={() => setReached(rowId(entry))}
          onClick={(event) => onClick(event, index)}
        />
      ))}
    </ul>
  );
}
