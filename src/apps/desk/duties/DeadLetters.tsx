import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { failureFrom } from '../failure.ts';
import { $counts, refresh } from '../list/list.ts';
import { retryDeadLetters } from '../requests.ts';
import { Button } from '../shell/Button.tsx';

/** What dead letters are, and another try for all of them. */
export function DeadLetters() {
  const dead = useStore($counts)?.dead ?? 0;
  const [busy, setBusy] = useState(false);
  async function retry(): Promise<void> {
    setBusy(true);
    try {
      const revived = await retryDeadLetters();
      const what = revived === 1 ? '1 mail is tried again' : `${revived} mails are tried again`;
      showToast({ tone: 'success', title: 'Dead letters', text: `${what} within a few minutes.` });
      await refresh();
    } catch (error) {
      showToast({ tone: 'error', title: 'Not retried', text: failureFrom(error).message });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="notice grid justify-items-start gap-3">
      <p>
        {dead === 0
          ? 'There are no dead letters: the team was mailed about every request.'
          : 'The team could not be mailed about these requests for days, so that is not tried any more. Once the cause is fixed, have it tried again.'}
      </p>
      {dead > 0 && (
        <Button small busy={busy} onClick={() => void retry()}>
          {dead === 1 ? 'Retry 1 dead letter' : `Retry ${dead} dead letters`}
        </Button>
      )}
    </div>
  );
}
