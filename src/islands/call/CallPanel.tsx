import copy from 'copy:call';
import { useEffect, useRef, useState } from 'react';
import { holdEnded } from '../../stores/call.ts';
import type { CallState } from '../../voice/call-state.ts';
import { keepClear } from '../notifications/keep-clear.ts';
import styles from './call-panel.css?url';
import { Controls } from './Controls.tsx';
import { Guide } from './Guide.tsx';
import { VoiceModeNote } from './VoiceModeNote.tsx';

const { panel } = copy;

export interface CallPanelProps {
  state: CallState;
  /** The status line of the spec's section 4. */
  status: string;
}

/** What is on screen of a call, from Start Call until some seconds after its end. */
export default function CallPanel({ state, status }: CallPanelProps) {
  const [folded, setFolded] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current ? keepClear(element.current) : undefined), []);
  return (
    <div
      ref={element}
      className="call-panel"
      data-state={state}
      data-folded={folded || undefined}
      onPointerEnter={() => holdEnded(true)}
      onPointerLeave={() => holdEnded(false)}
      onFocus={() => holdEnded(true)}
      onBlur={() => holdEnded(false)}
    >
      {/* Imported as a style it would stand in the HTML of every page. React shows the panel when it is there. */}
      <link rel="stylesheet" href={styles} precedence="call" />
      <Guide state={state} status={status} />
      <div className="call-card">
        <p className="call-status narrow">{status}</p>
        <VoiceModeNote short />
        {state !== 'requesting-permission' && <Controls active={state === 'active'} />}
        {state === 'active' && (
          <button type="button" className="link" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            {folded ? panel.unfold : panel.fold}
          </button>
        )}
      </div>
    </div>
  );
}
