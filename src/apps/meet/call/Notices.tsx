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

/** Who waits at the door; the host decides. */
function Knocks() {
  const { waiting } = useStore($call);
  const { one, nameless, admit, decline } = copy.knocks;
  return (
    <div role="status" className="grid gap-2">
      {waiting.map(({ id, name }) => {
        const text = name ? fill(one, { name }) : nameless;
        return (
          <div key={id} className="call-notice" role="group" aria-label={text}>
            <p>{text}</p>
            <button type="button" className="button button-small" onClick={() => meeting.admit(id)}>
              {admit}
            </button>
            <button type="button" className="button button-quiet button-small" onClick={() => meeting.decline(id)}>
              {decline}
            </button>
          </div>
        );
      })}
    </div>
  );
}
