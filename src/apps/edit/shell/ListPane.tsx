import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { refresh } from '../../../editing/client/entries.ts';
import { keptAtom } from '../../../editing/client/kept.ts';
import { ContentList } from '../../../editing/client/panel/ContentList.tsx';
import { HOME } from '../../../editing/client/panels.ts';
import { $content, $notice } from '../../../editing/client/state.ts';
import { pageNames } from './by-page.ts';
import { NothingFound } from './NothingFound.tsx';

/** The id of the list's title. It gets the focus if nothing else can. */
export const LIST = HOME;

const $query = keptAtom('query', '');
const $order = keptAtom<'kind' | 'page'>('order', 'kind');
const ORDERS = { kind: 'By kind', page: 'By page' } as const;

/** Everything that can be edited. On narrow screens it is what is open if nothing else is. */
export function ListPane() {
  const content = useStore($content);
  const notice = useStore($notice);
  const query = useStore($query);
  const order = useStore($order);
  const groupOf = useMemo(() => pageNames(content?.files ?? []), [content]);
  return (
    <section className="list-pane" aria-labelledby={LIST}>
      <h2 id={LIST} className="unseen" tabIndex={-1}>
        All content
      </h2>
      {content ? (
        <>
          <div className="orders" role="group" aria-label="Order of the list">
            {(['kind', 'page'] as const).map((one) => (
              <button type="button" key={one} aria-pressed={order === one} onClick={() => $order.set(one)}>
                {ORDERS[one]}
              </button>
            ))}
          </div>
          <ContentList
            query={query}
            onQuery={(typed) => $query.set(typed)}
            empty={<NothingFound onClear={() => $query.set('')} />}
            {...(order === 'page' && { groupOf })}
          />
        </>
      ) : notice?.tone === 'bad' ? (
        <div className="failed">
          <p className="notice bad">{notice.text}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              $notice.set(null);
              void refresh();
            }}
          >
            Try again
          </button>
        </div>
      ) : (
        <Reading />
      )}
    </section>
  );
}

/** While the words are being read: decks without anything on them. */
const Reading = () => (
  <div className="reading" role="status">
    <p className="hint">Reading all content …</p>
    {Array.from({ length: 9 }, (_, index) => (
      <span key={index} className="reading-row" aria-hidden="true" />
    ))}
  </div>
);
