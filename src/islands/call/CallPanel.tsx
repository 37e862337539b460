import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { useEffect, useRef, useState } from 'react';
import { $callView, holdEnded } from '../../stores/call.ts';
import type { CallState } from '../../voice/call-state.ts';
import { keepClear } from '../toasts/keep-clear.ts';
import styles from './call-panel.css?url';
import { Controls } from './Controls.tsx';
import { Guide } from './Guide.tsx';
import { VoiceModeNote } from './VoiceModeNote.tsx';

const { panel } = copy;

export interface CallPanelProps {
  state: CallState;
  /** The status line (spec section 4). */
  status: string;
}

/** The call on screen, from Start Call until a few seconds after its end. */
export default function CallPanel({ state, status }: CallPanelProps) {
  const [folded, setFolded] = useState(false);
  const { written } = useStore($callView, { keys: ['written'] });
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
      {/* As an imported style it would be in the HTML of every page. React shows the panel once it is loaded. */}
      <link rel="stylesheet" href={styles} precedence="call" />
      {!written && <Guide state={state} status={status} />}
      <div className="call-card grid gap-3">
        <p
          className={
            written
              ? 'call-status flex items-center gap-3 font-bold'
              : 'call-status narrow flex items-center gap-3 font-bold'
          }
        >
          {status}
        </p>
        <VoiceModeNote short />
        {state !== 'requesting-permission' && <Controls active={state === 'active'} />}
        {state === 'active' && (
          <button
            type="button"
            className="link font-semibold underline"
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            {folded ? panel.unfold : panel.fold}
          </button>
        )}
      </div>
    </div>
  );
}
