import { useStore } from '@nanostores/react';
import { $colleagues, nameAtStart, nameOf } from '../people.ts';
import { Button } from '../shell/Button.tsx';
import { asItIs } from './conflict.ts';
import { $opened, dismiss } from './opened.ts';

/** What somebody must know before they go on: a conflict, a failure, or what a colleague has just changed. */
export function News() {
  const opened = useStore($opened);
  const colleagues = useStore($colleagues);
  const { conflict, failure, changedBy } = opened ?? {};
  return (
    <div className="news">
      <div role="alert">
        {conflict && (
          <div className="notice notice-error grid justify-items-start gap-3">
            <p>
              <strong>
                {conflict.changed_by === null ? 'Somebody' : nameAtStart(conflict.changed_by, colleagues)} changed this
                request before you, so yours was not stored.
              </strong>{' '}
              {asItIs(conflict, (person) => nameOf(person, colleagues))} Look at it, and try again if it still fits.
              What you wrote is kept.
            </p>
            <Button quiet small onClick={dismiss}>
              I have seen it
            </Button>
          </div>
        )}
        {failure && (
          <div className="notice notice-error grid justify-items-start gap-3">
            <p>{failure.message} What you wrote is kept.</p>
            <Button quiet small onClick={dismiss}>
              Close
            </Button>
          </div>
        )}
      </div>
      <div role="status">
        {changedBy !== undefined && !conflict && (
          <div className="notice flex flex-wrap items-center justify-between gap-3">
            <p>{nameAtStart(changedBy, colleagues)} has just changed this request. You see it as it is now.</p>
            <Button quiet small onClick={dismiss}>
              Close
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
