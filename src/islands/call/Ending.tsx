import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { $callFailure, $callView, $ending, $unsent, canWrite, writeInstead } from '../../stores/call.ts';

const { panel } = copy;
const [before = '', after = ''] = panel.summary.split('{address}');

/** The panel's text after a call: where the summary goes, or why there is none, and what ended the call. */
export function Ending() {
  const { email, endedBy } = useStore($callView);
  const ending = useStore($ending);
  const failure = useStore($callFailure);
  const unsent = useStore($unsent);
  return (
    <div data-ending={ending} className="grid justify-items-start gap-2">
      {ending === 'mail' ? (
        <p>
          {before}
          <b className="block" title={email}>
            {email}
          </b>
          {after}
        </p>
      ) : (
        <p>
          {failure ? copy.failure.kinds[failure.kind] : ending === 'silent' ? panel.silent : copy.dialog.notStored.text}
        </p>
      )}
      {endedBy && <p className="text-soft">{panel.ends[endedBy]}</p>}
      {unsent !== '' && <p>{panel.unasked}</p>}
      {unsent !== '' && <p className="unsent">{unsent}</p>}
      {((failure && canWrite(failure.kind)) || unsent !== '') && (
        <button type="button" className="button small" onClick={writeInstead}>
          {panel.write}
        </button>
      )}
    </div>
  );
}
