import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { $callView } from '../../stores/call.ts';

const { panel } = copy;
const [before = '', after = ''] = panel.summary.split('{address}');

/** What stands in the panel of an ended call: where its summary goes, and what ended it. */
export function Ending() {
  const { email, endedBy } = useStore($callView);
  return (
    <div className="ending">
      <p>
        {before}
        <b title={email}>{email}</b>
        {after}
      </p>
      {endedBy && <p className="text-soft">{panel.ends[endedBy]}</p>}
    </div>
  );
}
