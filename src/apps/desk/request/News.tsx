import { useStore } from '@nanostores/react';
import { $colleagues, nameAtStart, nameOf } from '../people.ts';
import { Button } from '../shell/Button.tsx';
import { asItIs } from './conflict.ts';
import { $opened, dismiss, type Deed } from './opened.ts';

/** What a colleague has just changed. */
export function News() {
  const changedBy = useStore($opened)?.changedBy;
  const colleagues = useStore($colleagues);
  return (
    <div role="status" className="news">
      {changedBy !== undefined && (
        <div className="notice flex flex-wrap items-center justify-between gap-3">
          <p>{nameAtStart(changedBy, colleagues)} has just changed this request. You see it as it is now.</p>
          <Button quiet small onClick={dismiss}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}

/** Why what somebody did here was not stored. It is beside what they used, where they look. */
export function Trouble({ of: deeds }: { of: readonly Deed[] }) {
  const trouble = useStore($opened)?.trouble;
  return (
    <div role="alert" className="news">
      {trouble && deeds.includes(trouble.what) && (
        <div className="notice notice-error grid justify-items-start gap-3">
          {trouble.current ? (
            <Conflict current={trouble.current} />
          ) : (
            <p>{trouble.failure.message} What you wrote is kept.</p>
          )}
          <Button quiet small onClick={dismiss}>
            {trouble.current ? 'I have seen it' : 'Close'}
          </Button>
        </div>
      )}
    </div>
  );
}

function Conflict({ current }: { current: Parameters<typeof asItIs>[0] }) {
  const colleagues = useStore($colleagues);
  const who = current.changed_by === null ? 'Somebody' : nameAtStart(current.changed_by, colleagues);
  return (
    <p>
      <strong>{who} changed this request before you, so yours was not stored.</strong>{' '}
      {asItIs(current, (person) => nameOf(person, colleagues))} Look at it, and try again if it still fits. What you
      wrote is kept.
    </p>
  );
}
