import copy from 'copy:call';
import { useEffect, useRef } from 'react';
import { $levels } from '../../stores/call.ts';
import type { Speaker } from '../../voice/call-events.ts';

interface Props {
  speaker: Speaker;
  name: string;
  speaking: boolean;
}

/** The volume of one side, as a growing arch. It changes ten times a second, too often for React. */
export function LevelMeter({ speaker, name, speaking }: Props) {
  const meter = useRef<HTMLSpanElement>(null);
  useEffect(
    () => $levels.subscribe((levels) => meter.current?.style.setProperty('--level', levels[speaker].toFixed(2))),
    [speaker],
  );
  return (
    <span className="side flex items-end gap-2 text-soft" data-speaking={speaking || undefined} data-speaker={speaker}>
      <span>
        {name}
        {speaking && <span className="visually-hidden"> {copy.panel.speaking}</span>}
      </span>
      <span ref={meter} className="level" aria-hidden="true" />
    </span>
  );
}
