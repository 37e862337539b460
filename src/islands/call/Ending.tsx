import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { $callView } from '../../stores/call.ts';

const { panel } = copy;
const [before = '', after = ''] = panel.summary.split('{address}');

/** The panel's text after a call: where the summary goes, and what ended the call. */
export function Ending() {
  const { email, endedBy } = useStore($callView);
  return (
    <div data-ending="">
      <p>
        {before}
        <b className="block" title={email}>
          {email}
        </b>
        {after}
      </p>
      {endedBy && <p className="text-soft">{panel.ends[endedBy]}</p>}
    </div>
  );
}
