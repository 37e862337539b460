import { useStore } from '@nanostores/react';
import { $notice, $spoken } from '../state.ts';

/** The live regions for screen readers. */
export function Said() {
  const notice = useStore($notice);
  const spoken = useStore($spoken);
  return (
    <>
      <div role="status" className="unseen">
        {notice?.tone === 'good' ? notice.text : spoken}
      </div>
      <div role="alert" className="unseen">
        {notice?.tone === 'bad' && notice.text}
      </div>
    </>
  );
}
