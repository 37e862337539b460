import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useState } from 'react';
import { reportEnd } from './access.ts';
import { Drawing } from './Drawing.tsx';
import { $call } from './meeting.ts';
import { Note } from './Note.tsx';
import { Screen, WithAddress } from './Screen.tsx';
import { $declined, comeBack, currentLink, isHost } from './visit.ts';
import { fill, inWords } from './format.ts';

const { ended } = copy;
/** After these, what was to be said was said. */
const AGREED = ['left', 'ended-for-all', 'expired'];
/** After these, joining again leads nowhere. */
const FINAL = ['ended-for-all', 'removed', 'declined', 'expired', 'no-room', 'unsupported'];
/** After these, only a new page helps. */
const RELOADED = ['end-of-life', 'duplicate'];

/** After the call: why it ended, how long it was, and what comes next. */
export function Ended() {
  const { ending } = useStore($call);
  const isDeclined = useStore($declined);
  // Of this call: another link can be opened in this tab.
  const [isHostOfIt] = useState(isHost);
  const { kind, seconds } = ending ?? { kind: 'failed', seconds: 0 };
  const shown = isDeclined ? 'declined' : kind;
  const { title, text } = ended.kinds[shown];
  return (
    <Screen title={title} aside={<Drawing state={AGREED.includes(shown) ? 'together' : 'apart'} />}>
      <WithAddress text={text} />
      {seconds > 0 && <p>{fill(ended.duration, { duration: inWords(seconds) })}</p>}
      {seconds > 0 && !isHostOfIt && AGREED.includes(shown) && <WithAddress text={ended.next} />}
      {/* The link of a call that was moved, declined or erased stores nothing any more. */}
      {seconds > 0 && shown !== 'no-room' && (isHostOfIt ? <Note /> : <Question seconds={seconds} />)}
      <Again kind={shown} />
    </Screen>
  );
}

function Again({ kind }: { kind: string }) {
  if (RELOADED.includes(kind))
    return (
      <button type="button" className="button" onClick={() => location.reload()}>
        {ended.reload}
      </button>
    );
  if (FINAL.includes(kind)) return <p className="text-soft">{ended.close}</p>;
  return (
    <button type="button" className="button button-quiet" onClick={() => void comeBack()}>
      {ended.again}
    </button>
  );
}

/** Did it work? */
function Question({ seconds }: { seconds: number }) {
  const [worked, setWorked] = useState<boolean>();
  const [failed, setFailed] = useState(false);
  const [link] = useState(currentLink);
  async function answer(value: boolean): Promise<void> {
    if (!link) return;
    setFailed(false);
    try {
      await reportEnd(link, seconds, value);
      setWorked(value);
    } catch (error) {
      console.warn('The answer was not stored:', error);
      setFailed(true);
    }
  }
  return (
    <div className="question" role="group" aria-labelledby="worked">
      {worked === undefined && (
        <>
          <p id="worked" className="font-semibold">
            {ended.question}
          </p>
          <div className="flex flex-wrap gap-3">
            <button type="button" className="button button-quiet" onClick={() => void answer(true)}>
              {ended.yes}
            </button>
            <button type="button" className="button button-quiet" onClick={() => void answer(false)}>
              {ended.no}
            </button>
          </div>
        </>
      )}
      <div role="alert">{failed && <WithAddress text={ended.notStored} />}</div>
      <div role="status">{worked !== undefined && <WithAddress text={worked ? ended.thanks : ended.sorry} />}</div>
    </div>
  );
}
