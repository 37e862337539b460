import { useEffect, useRef } from 'react';
import { endingOf } from '../request/Calls.tsx';
import type { Figures } from '../shapes.ts';
import { lengthOf } from '../time.ts';
import { Numbers } from './Numbers.tsx';

/** Calls, by how they ended. */
export function CallEndings({ calls }: Pick<Figures, 'calls'>) {
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(0, ...calls.map(({ count }) => count));
  return (
    <section className="figure-section" aria-labelledby="calls-title">
      <h2 className="text-2xl" id="calls-title">
        Calls
      </h2>
      {total === 0 ? (
        <p className="text-soft">Nobody has called yet.</p>
      ) : (
        <>
          <ul className="endings">
            {calls.map(({ reason, count }) => (
              <li key={reason}>
                <p className="flex justify-between gap-3">
                  <span>{endingOf(reason)}</span>
                  <span className="font-bold">{count.toLocaleString('en')}</span>
                </p>
                <Span share={count / most} />
              </li>
            ))}
          </ul>
          <Numbers
            caption="Calls by how they ended"
            head={['Ended', 'Calls', 'Half took']}
            rows={calls.map(({ reason, count, median_s }) => [
              endingOf(reason),
              String(count),
              median_s === null || reason === 'no-report' ? '–' : lengthOf(median_s),
            ])}
          />
        </>
      )}
    </section>
  );
}

/** A deck as wide as a share of its row. */
function Span({ share }: { share: number }) {
  const span = useRef<HTMLSpanElement>(null);
  useEffect(() => span.current?.style.setProperty('--share', String(share)), [share]);
  return <span ref={span} className="span" aria-hidden="true" />;
}
