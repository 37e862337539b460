import { useEffect, useState, useSyncExternalStore } from 'react';
import { dayAndTime } from './format.ts';
import { useHost } from './use-host.ts';

function follow(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** How long before the end of a sign-in it is announced, in milliseconds. */
const SOON_MS = 15 * 60_000;

/** Whether the sign-in ends soon. */
function useEndsSoon(expires: string | undefined): boolean {
  const left = () => (expires === undefined ? Infinity : Date.parse(expires) - Date.now() - SOON_MS);
  const [isSoon, setSoon] = useState(() => left() <= 0);
  useEffect(() => {
    // A timer of more than 24 days would end at once.
    if (isSoon || left() > 2 ** 31 - 1) return undefined;
    const timer = setTimeout(() => setSoon(true), left());
    return () => clearTimeout(timer);
  });
  return isSoon;
}

/** What applies to everything: no connection, and a sign-in that ends soon. */
export function Banners() {
  const { account } = useHost();
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  const endsSoon = useEndsSoon(account.expires);
  return (
    <div role="status" className="banners">
      {!isOnline && (
        <p>You are offline. Go on writing: it is kept in this browser, and you can save when you are back.</p>
      )}
      {endsSoon && account.expires !== undefined && (
        <p>{`Your sign-in ends at ${dayAndTime(account.expires)}. Save before, or sign in again then.`}</p>
      )}
    </div>
  );
}
