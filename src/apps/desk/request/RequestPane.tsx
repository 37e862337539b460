import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { plainLine } from '../../../backend/text-rules.ts';
import { kindName, STATE_NAMES } from '../kinds.ts';
import { $list } from '../list/list.ts';
import { $place, closeRequest, takeByHand } from '../list/navigation.ts';
import { isSame } from '../list/place.ts';
import type { Key } from '../requests.ts';
import type { Detail, Entry } from '../shapes.ts';
import { Empty, Loading } from '../shell/Empty.tsx';
import { Time } from '../shell/Time.tsx';
import { Trouble } from '../shell/Trouble.tsx';
import { Answering } from './Answering.tsx';
import { Calls } from './Calls.tsx';
import { History } from './History.tsx';
import { Neighbours } from './Neighbours.tsx';
import { News } from './News.tsx';
import { Notes } from './Notes.tsx';
import { $opened, open as openDetail } from './opened.ts';
import { Origin, Sent } from './Sent.tsx';
import { Standing } from './Standing.tsx';

/** The open request; without one, how to open one. */
export function RequestPane() {
  const { open } = useStore($place);
  const { entries } = useStore($list);
  const opened = useStore($opened);
  if (!open)
    return (
      <section className="request-pane" aria-label="No request is open">
        <Empty title="Choose a request">
          <p className="text-sm text-soft">
            In the list, <kbd>↑</kbd> <kbd>↓</kbd> or <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens,{' '}
            <kbd>Esc</kbd> closes.
          </p>
        </Empty>
      </section>
    );
  const current = opened && isSame(opened.key, open) ? opened : undefined;
  const entry = current?.detail?.entry ?? entries.find((one) => isSame(one, open));
  return (
    <section className="request-pane" aria-labelledby="request-title">
      <button type="button" className="back narrow-only font-semibold" onClick={closeRequest}>
        <span aria-hidden="true">←</span> All requests
      </button>
      <Head open={open} entry={entry} isGone={current?.failure?.kind === 'gone'} />
      {current?.failure?.kind === 'gone' ? (
        <p className="notice">{current.failure.message}</p>
      ) : current?.detail ? (
        <Body key={`${open.kind}/${open.id}`} detail={current.detail} />
      ) : current?.failure ? (
        <Trouble text={current.failure.message} onRetry={() => void openDetail(open)} />
      ) : (
        <Loading what="the request" />
      )}
    </section>
  );
}

function Head({ open, entry, isGone }: { open: Key; entry: Entry | undefined; isGone: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  // Whoever opened it reads on here. A reload leaves the focus where it is.
  useEffect(() => {
    if (takeByHand()) title.current?.focus();
  }, [open.kind, open.id]);
  const name = entry ? plainLine(entry.name) || 'Somebody without a name' : 'A request';
  return (
    <header className="request-head">
      <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
        {kindName(open.kind)}
        {entry && !isGone && <span className="mark">{STATE_NAMES[entry.state]}</span>}
        {entry?.dead && <span className="dead-mark">Dead letter</span>}
      </p>
      <div className="flex items-start justify-between gap-4">
        <h2 ref={title} className="text-2xl outline-none" id="request-title" tabIndex={-1}>
          {name}
        </h2>
        <Neighbours open={open} />
      </div>
      {entry && !isGone && (
        <p className="text-soft">
          {entry.email && <span className="address">{plainLine(entry.email)}</span>}
          {entry.email && ' · '}
          <Time iso={entry.created_at} />
        </p>
      )}
    </header>
  );
}

function Body({ detail }: { detail: Detail }) {
  return (
    <>
      <News />
      <Standing entry={detail.entry} />
      <div className="request-body">
        <div className="request-read">
          <Sent detail={detail} />
          <Calls kind={detail.entry.kind} calls={detail.calls} />
          <Origin request={detail.request} />
        </div>
        <div className="request-act">
          <Answering detail={detail} />
          <Notes detail={detail} />
          <History history={detail.history} />
        </div>
      </div>
    </>
  );
}
