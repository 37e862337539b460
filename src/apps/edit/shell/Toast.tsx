import { useStore } from '@nanostores/react';
import { Icon } from '../../../editing/client/Icon.tsx';
import { MistakeList } from '../../../editing/client/panel/Summary.tsx';
import { $notice, $panel } from '../../../editing/client/state.ts';

/** What has just been done, or not, if nothing is open that would say it. */
export function Toast() {
  const notice = useStore($notice);
  const panel = useStore($panel);
  if (!notice || panel) return null;
  return (
    <div className="toast" data-tone={notice.tone}>
      {notice.refused ? <MistakeList {...notice.refused} /> : <p>{notice.text}</p>}
      <button type="button" className="icon-button" aria-label="Close this message" onClick={() => $notice.set(null)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
