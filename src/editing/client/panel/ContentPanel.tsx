import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { $content, $panel } from '../state.ts';
import { placesOf } from '../tokens.ts';
import { ContentList } from './ContentList.tsx';
import { Panel } from './Panel.tsx';

/** The files that the main part of this page shows: they are listed first. */
const filesOfPage = () =>
  new Set(
    [...document.querySelectorAll('main [data-edit]')].flatMap((element) =>
      placesOf(element.getAttribute('data-edit')).map(({ file }) => file),
    ),
  );

/** All content, even if no page shows it. */
export function ContentPanel({ query, at }: { query: string; at: string | undefined }) {
  const content = useStore($content);
  const here = useMemo(() => filesOfPage(), []);
  return (
    <Panel title="All content" wide focusId={at} ready={content !== null}>
      <ContentList
        query={query}
        onQuery={(typed) => $panel.set({ kind: 'content', query: typed })}
        first={here}
        backTo={(row) => (row === undefined ? { kind: 'content', query: '' } : { kind: 'content', query, at: row })}
      />
    </Panel>
  );
}
