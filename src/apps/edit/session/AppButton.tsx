import { useState } from 'react';
import { messageOf } from '../../../editing/client/api.ts';
import { beginAppSignIn } from './app-sign-in.ts';

/** Leaves for GitHub, which asks whether the App may act for this person. */
export function AppButton() {
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<string>();
  return (
    <div className="grid justify-items-start gap-4">
      <button
        type="button"
        className="button"
        aria-disabled={busy}
        onClick={() => {
          if (busy) return;
          setBusy(true);
          setWhy(undefined);
          beginAppSignIn().catch((error: unknown) => {
            setBusy(false);
            setWhy(messageOf(error));
          });
        }}
      >
        {busy ? 'Going to GitHub …' : 'Sign in with GitHub'}
      </button>
      <div role="alert">{why !== undefined && <p className="notice notice-error">{why}</p>}</div>
    </div>
  );
}
