import { useStore } from '@nanostores/react';
import company from 'copy:company';
import { useEffect } from 'react';
import { oneAtATime } from '../../../lib/one-at-a-time.ts';
import { Erase } from '../duties/Erase.tsx';
import { Log } from '../duties/Log.tsx';
import { WaitingLists } from '../duties/WaitingLists.tsx';
import { FiguresView } from '../figures/FiguresView.tsx';
import { $counts, dropEntry, forgetList, refresh } from '../list/list.ts';
import { listen } from '../list/live.ts';
import { $place } from '../list/navigation.ts';
import { isSame } from '../list/place.ts';
import { RequestsView } from '../list/RequestsView.tsx';
import { loadColleagues } from '../people.ts';
import { $knocks, forgetKnocks, refreshKnocks } from '../meeting/knocks.ts';
import { Knocks, nameOfKnock } from '../meeting/Knocks.tsx';
import { $opened, close, reread } from '../request/opened.ts';
import type { Key } from '../requests.ts';
import { InactivityWarning } from '../session/InactivityWarning.tsx';
import { signOut, type User } from '../session/session.ts';
import { INACTIVE } from '../session/sign-in-words.ts';
import { wasLeft, watchActivity } from '../session/watch-activity.ts';
import { Bar } from './Bar.tsx';
import { VIEW_NAMES } from './views.ts';

/** Several changes at once, as an erasure makes them, are read once (milliseconds). */
const GATHER_MS = 300;
/**
 * How often the desk asks although it hears of changes: a session that was ended elsewhere, or has lost its rights, hears
 * nothing more, and what is on the screen must not stay there (milliseconds).
 */
const ASK_MS = 60_000;

/** Keeps the desk up to date. Returns a function that ends it. */
function keepUp(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpenChanged = false;
  // An answer can take longer than the next message.
  const [refreshList, rereadOpen] = [oneAtATime(refresh), oneAtATime(reread)];
  const stop = listen((key?: Key, isGone = false) => {
    const opened = $opened.get();
    // It may be below what is read again.
    if (key && isGone && !isSame(key, opened?.key ?? null)) dropEntry(key);
    if (!key || key.kind === 'demo_bookings') refreshKnocks();
    isOpenChanged ||= opened !== null && (!key || isSame(key, opened.key));
    timer ??= setTimeout(() => {
      timer = undefined;
      refreshList();
      if (isOpenChanged) rereadOpen();
      isOpenChanged = false;
    }, GATHER_MS);
  });
  const asking = setInterval(() => {
    // A computer that was asleep goes on here, too, before the session is ended.
    if (wasLeft()) return;
    refreshList();
    // The message that somebody knocks comes once, and can be lost.
    refreshKnocks();
  }, ASK_MS);
  return () => {
    clearTimeout(timer);
    clearInterval(asking);
    stop();
  };
}

/** What somebody who is signed in sees. */
export function Desk({ user }: { user: User }) {
  const { view } = useStore($place);
  const counts = useStore($counts);
  const unread = counts?.unread ?? 0;
  const [first] = useStore($knocks);

  useEffect(() => {
    const endings = [watchActivity(() => void signOut('local', INACTIVE)), keepUp()];
    loadColleagues().catch((error: unknown) => console.warn('The colleagues could not be read:', error));
    return () => {
      for (const end of endings) end();
      forgetList();
      forgetKnocks();
      close();
    };
  }, []);
  useEffect(() => {
    const place = first ? `${nameOfKnock(first)} is waiting` : VIEW_NAMES[view];
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${place} – ${company.name} desk`;
  }, [view, unread, first]);

  return (
    <div className="desk">
      <a className="skip button visually-hidden" href="#main" onClick={(event) => skipTo(event, 'main')}>
        Skip to content
      </a>
      <Bar user={user} />
      <Knocks />
      <main id="main" tabIndex={-1} className="desk-main outline-none">
        {view === 'requests' && <RequestsView />}
        {view === 'waiting' && <WaitingLists />}
        {view === 'figures' && <FiguresView />}
        {view === 'log' && <Log />}
        {view === 'erase' && <Erase />}
      </main>
      <InactivityWarning />
    </div>
  );
}

/** The address says where in the desk somebody is, so a link within the page must not change it. */
function skipTo(event: { preventDefault: () => void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
