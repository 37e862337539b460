import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../shell/Button.tsx';
import { WARN_BEFORE_MS } from './inactivity.ts';
import { $idleness, staySignedIn } from './watch-activity.ts';

/** Says a minute before that nobody seems to be there. Only its button, or Escape, goes on. */
export function InactivityWarning() {
  return useStore($idleness) === 'warned' ? <Warning /> : null;
}

function Warning() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [left, setLeft] = useState(WARN_BEFORE_MS / 1000);
  useEffect(() => {
    dialog.current?.showModal();
    const ends = Date.now() + WARN_BEFORE_MS;
    const timer = setInterval(() => setLeft(Math.max(0, Math.round((ends - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <dialog
      ref={dialog}
      className="warning"
      role="alertdialog"
      aria-labelledby="warning-title"
      aria-describedby="warning-text"
      onCancel={(event) => {
        event.preventDefault();
        staySignedIn();
      }}
    >
      <h2 className="text-2xl" id="warning-title">
        Are you still there?
      </h2>
      <p id="warning-text">
        Nothing was done here for a while, so you will be signed out within a minute. What you wrote is kept.
      </p>
      {/* Not announced each second. */}
      <p className="text-soft" aria-hidden="true">
        {left} seconds left
      </p>
      <Button autoFocus onClick={staySignedIn}>
        Stay signed in
      </Button>
    </dialog>
  );
}
