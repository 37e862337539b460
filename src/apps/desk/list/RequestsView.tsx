import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { close, open as openDetail } from '../request/opened.ts';
import { RequestPane } from '../request/RequestPane.tsx';
import { isTyping } from './keys.ts';
import { load } from './list.ts';
import { closeRequest, $place } from './navigation.ts';
import { RequestList } from './RequestList.tsx';

/** The list of requests and the open one: side by side if there is room, otherwise one after the other. */
export function RequestsView() {
  const { kind, state, find, open } = useStore($place);
  const openKind = open?.kind;
  const openId = open?.id;

  useEffect(() => {
    void load();
  }, [kind, state, find]);
  useEffect(() => {
    if (openKind === undefined || openId === undefined) return close();
    void openDetail({ kind: openKind, id: openId });
  }, [openKind, openId]);
  // In another view nobody reads it: what comes meanwhile is unread.
  useEffect(() => close, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) closeRequest();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className="panes" data-open={open ? '' : undefined}>
      <RequestList />
      <RequestPane />
    </div>
  );
}
