import { useStore } from '@nanostores/react';
import { deedOf } from '../deeds.ts';
import { $colleagues, nameAtStart } from '../people.ts';
import type { Deed } from '../shapes.ts';
import { Time } from '../shell/Time.tsx';

/** Who did what with a request, newest first. */
export function History({ history }: { history: readonly Deed[] }) {
  const colleagues = useStore($colleagues);
  if (history.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="history-title">
      <h3 className="text-lg" id="history-title">
        History
      </h3>
      <ol className="history text-sm">
        {history.toReversed().map(({ at, who, what }, index) => (
          <li key={index}>
            <span>
              {nameAtStart(who, colleagues)} {deedOf(what)}
            </span>
            <Time iso={at} brief className="text-xs text-soft" />
          </li>
        ))}
      </ol>
    </section>
  );
}
