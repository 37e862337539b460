import { useStore } from '@nanostores/react';
import { useState, type ReactNode } from 'react';
import type { Pull } from '../../../code-host/code-host.ts';
import { messageOf } from '../../../editing/client/api.ts';
import { useDisclosure } from '../../../editing/client/disclosure.ts';
import { focusSoon } from '../../../editing/client/shadow.ts';
import { say } from '../../../editing/client/state.ts';
import { heed } from '../session/session.ts';
import { useHost } from '../shell/use-host.ts';
import { Checks } from './Checks.tsx';
import { $checked, hasFailed } from './proposal.ts';

interface Props {
  pull: Pull;
  /** Whether its words are being sent. */
  busy: boolean;
  /** The fields of its words. */
  form: ReactNode;
  onUpdate: (done: () => void) => void;
}

/** What has become of a proposal: its checks, its preview, and whether others may review it. */
export function Standing({ pull, busy, form, onUpdate }: Props) {
  const { open, close, button, onKeyDown, id } = useDisclosure();
  return (
    <>
      <div className="standing">
        <p>
          <span className={pull.draft ? 'state' : 'state ready'}>{pull.draft ? 'Draft' : 'Ready for review'}</span>{' '}
          <a className="link" href={pull.url} target="_blank" rel="noreferrer">
            {`See #${pull.number} at GitHub`} <span className="unseen">(opens in another tab)</span>
          </a>
        </p>
        <p className="hint">
          {pull.draft
            ? 'What you save from now on is added to it. Look at the preview, then say that it is ready.'
            : 'Somebody who may publish reviews it now. What you save from now on is still added to it.'}
        </p>
        <Checks head={pull.head} />
        {pull.draft && <ReadyButton />}
      </div>
      <div className="reword" onKeyDown={onKeyDown}>
        <button {...button} className="link">
          Change its title and description
        </button>
        {open && (
          <div className="inset" id={id}>
            {form}
            <div className="buttons">
              <button
                type="button"
                className="button small"
                aria-disabled={busy}
                onClick={() => !busy && onUpdate(close)}
              >
                {busy ? 'Sending…' : 'Change them'}
              </button>
              <button type="button" className="button quiet small" onClick={close}>
                Cancel
              </button>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function ReadyButton() {
  const { host } = useHost();
  const failed = hasFailed(useStore($checked));
  const [busy, setBusy] = useState(false);
  async function mark() {
    setBusy(true);
    try {
      await host.ready();
      say('Marked as ready for review.');
      focusSoon('panel-title');
    } catch (error) {
      say(messageOf(heed(error)), 'bad');
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {failed && <p>Correct what failed and save it: then it is checked again.</p>}
      <button
        type="button"
        className={failed ? 'button quiet' : 'button'}
        id="ready"
        aria-disabled={busy}
        onClick={() => !busy && void mark()}
      >
        {busy ? 'Marking it…' : 'Mark as ready for review'}
      </button>
    </>
  );
}
