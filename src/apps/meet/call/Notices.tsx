import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { $call, meeting } from '../meeting.ts';
import { isHost } from '../visit.ts';
import { fill } from '../format.ts';
import { noticeOf } from '../words.ts';

/** What is to be known or decided now, above the stage. */
export function Notices() {
  const state = useStore($call);
  const notice = noticeOf(state);
  return (
    <div className="call-notices">
      <div role="status">{notice && <p className="call-notice">{notice}</p>}</div>
      {isHost() && <Knocks />}
      {state.screenShare === 'on' && (
        <div className="call-notice">
          <p>{copy.call.yourScreen}</p>
          <button type="button" className="button button-small" onClick={() => meeting.stopScreen()}>
            {copy.call.stopSharing}
          </button>
        </div>
      )}
    </div>
  );
}

/** More people at the door are one notice: each of their own would cover the call. */
const MOST_NOTICES = 5;

/** Who waits at the door; the host decides. */
function Knocks() {
  const { waiting } = useStore($call);
  const { one, nameless, admit, decline, more, declineMore } = copy.knocks;
  const rest = waiting.slice(MOST_NOTICES);
  const restText = fill(more, { count: rest.length });
  const [before, after] = one.split('{name}');
  return (
    <div role="status" className="grid gap-2">
      {waiting.slice(0, MOST_NOTICES).map(({ id, name }) => {
        return (
          <div key={id} className="call-notice" role="group" aria-label={name ? fill(one, { name }) : nameless}>
            {name ? (
              <p>
                {before}
                <strong className="knock-name">{name}</strong>
                {after}
              </p>
            ) : (
              <p>{nameless}</p>
            )}
            <button type="button" className="button button-small" onClick={() => meeting.admit(id)}>
              {admit}
            </button>
            <button type="button" className="button button-quiet button-small" onClick={() => meeting.decline(id)}>
              {decline}
            </button>
          </div>
        );
      })}
      {rest.length > 0 && (
        <div className="call-notice" role="group" aria-label={restText}>
          <p>{restText}</p>
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => rest.forEach(({ id }) => meeting.decline(id))}
          >
            {declineMore}
          </button>
        </div>
      )}
    </div>
  );
}
