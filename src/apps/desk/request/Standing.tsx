import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { STATE_NAMES } from '../kinds.ts';
import { $colleagues } from '../people.ts';
import { assign, setState } from '../requests.ts';
import { me } from '../session/session.ts';
import { STATES, type Entry } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { Trouble } from './News.tsx';
import { $opened, change } from './opened.ts';

/** Who takes care of a request, and how far it is. Both are stored as soon as they are chosen. */
export function Standing({ entry }: { entry: Entry }) {
  const opened = useStore($opened);
  const colleagues = useStore($colleagues);
  const busy = opened?.busy !== undefined;
  const id = useId();
  const mine = me();
  const isMine = entry.assigned_to === mine;

  const give = (person: string | null) =>
    void change('assign', entry.version, (key, version) => assign(key, version, person));
  return (
    <div className="grid gap-3">
      <Trouble of={['state', 'assign']} />
      <div className="standing">
        <div className="field">
          <label className="font-medium" htmlFor={`${id}-state`}>
            State
          </label>
          <select
            id={`${id}-state`}
            className="control"
            value={entry.state}
            aria-disabled={busy || undefined}
            onChange={({ target }) => {
              const state = STATES.find((one) => one === target.value);
              if (state) void change('state', entry.version, (key, version) => setState(key, version, state));
            }}
          >
            {STATES.map((state) => (
              <option key={state} value={state}>
                {STATE_NAMES[state]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label className="font-medium" htmlFor={`${id}-person`}>
            Assigned to
          </label>
          <select
            id={`${id}-person`}
            className="control"
            value={entry.assigned_to ?? ''}
            aria-disabled={busy || undefined}
            onChange={({ target }) => give(target.value || null)}
          >
            <option value="">Nobody</option>
            {colleagues
              // Somebody who was removed can't get requests, but may still have some.
              .filter(({ user_id, removed }) => !removed || user_id === entry.assigned_to)
              .map(({ user_id, email }) => (
                <option key={user_id} value={user_id}>
                  {user_id === mine ? `You (${email})` : email}
                </option>
              ))}
          </select>
        </div>
        {!isMine && (
          <Button quiet busy={busy} onClick={() => give(mine)}>
            Assign to me
          </Button>
        )}
      </div>
    </div>
  );
}
