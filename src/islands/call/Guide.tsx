import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { $ending, hangUp } from '../../stores/call.ts';
import type { CallState } from '../../voice/call-state.ts';
import { Ranged } from '../Ranged.tsx';
import { callButton } from './call-button.ts';

const { guide } = copy;

/** The state that highlights each step (spec section 4). */
const STEPS: readonly CallState[] = ['requesting-permission', 'active', 'ended'];

/** The AI Call Guide (spec sections 2 and 4): on medium screens and up. */
export function Guide({ state, status }: { state: CallState; status: string }) {
  const current = STEPS.indexOf(state);
  const ending = useStore($ending);
  // The last step is the mail.
  const isThere = state !== 'ended' || ending === 'mail';
  return (
    <section className="call-guide on-dark" aria-labelledby="call-guide-title">
      <h2 id="call-guide-title">{guide.title}</h2>
      <ol>
        {guide.steps.map(({ title, text }, index) => (
          <li
            key={title}
            aria-current={isThere && index === current ? 'step' : undefined}
            data-done={index < current ? '' : undefined}
          >
            <span className="number" aria-hidden="true">
              {index + 1}
            </span>
            <strong className="font-semibold">{title}</strong>
            <p>
              <Ranged text={text} />
            </p>
          </li>
        ))}
      </ol>
      <div className="foot flex min-h-target items-center justify-between gap-3">
        <p className="call-status flex items-center gap-3 font-bold">{status}</p>
        {state === 'active' && (
          <button
            type="button"
            className="button small end"
            onClick={() => {
              hangUp();
              callButton()?.focus();
            }}
          >
            {guide.end}
          </button>
        )}
      </div>
    </section>
  );
}
