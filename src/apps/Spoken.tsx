import { useStore } from '@nanostores/react';
import { $spoken } from './spoken.ts';

/** What only screen readers announce. */
export function Spoken() {
  const { text, at } = useStore($spoken);
  return (
    <div role="status" className="visually-hidden">
      <span key={at}>{text}</span>
    </div>
  );
}
