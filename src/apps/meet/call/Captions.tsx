import { useStore } from '@nanostores/react';
import { $call } from '../meeting.ts';
import { nameOf } from '../words.ts';
import { HostMark } from './HostMark.tsx';

/** So many lines are shown. */
const LINES = 3;

/** What was said last, as text. Not announced: it would be heard twice. */
export function Captions() {
  const { captions } = useStore($call);
  if (captions.length === 0) return null;
  return (
    <ul className="captions" aria-live="off">
      {captions.slice(-LINES).map(({ personId, name, host, text }, index) => (
        <li key={`${personId}-${index}`}>
          <strong>{nameOf({ name, host })}</strong> {host && <HostMark />} {text}
        </li>
      ))}
    </ul>
  );
}
