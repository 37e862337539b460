import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { useEffect, useRef, useState, type UIEvent } from 'react';
import { $callView, $captions, withdrawQuestion } from '../../stores/call.ts';
import type { Caption } from '../../voice/captions.ts';

const { panel } = copy;
/** Within this distance of the end, the captions scroll along (pixels). */
const AT_END = 60;

const Line = ({ speaker, text }: Caption) => (
  <p data-speaker={speaker}>
    <span className="font-bold">{panel[speaker]}: </span>
    {text}
  </p>
);

/** Captions. A screen reader announces each line once, when it is complete. */
export function Captions({ active, written }: { active: boolean; written: boolean }) {
  const lines = useStore($captions);
  const { undelivered, network, speaking } = useStore($callView, { keys: ['undelivered', 'network', 'speaking'] });
  // A chat sends one after the other.
  const isWaiting = !active || !written || network === 'interrupted';
  const [shown, setShown] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // After the end of the call, a partial line will not be continued.
  const whole = lines.filter(({ partial }) => !partial || !active);
  const begun = lines.filter(({ partial }) => partial && active);

  useEffect(() => {
    // A visitor who has scrolled up is reading there, until they ask something.
    const asked = lines.at(-1)?.speaker === 'visitor' || undelivered.length > 0;
    if (scroller.current && (atEnd.current || asked)) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [lines, undelivered, isWaiting, shown, speaking]);

  function onScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) {
    atEnd.current = scrollHeight - scrollTop - clientHeight < AT_END;
  }

  return (
    <div className="captions grid gap-1">
      {!written && (
        <button
          type="button"
          className="link font-semibold underline"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? panel.hide : panel.show}
        </button>
      )}
      <div
        ref={scroller}
        className="scroller"
        tabIndex={0}
        role="group"
        aria-label={panel.captions}
        hidden={!shown}
        onScroll={onScroll}
      >
        {lines.length === 0 && active && <p className="hint">{panel.waiting}</p>}
        <div className="lines">
          <div role="log">
            {whole.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </div>
          {undelivered.map((question, index) => (
            <p key={index} data-speaker="visitor" className="text-soft">
              <span className="font-bold">{isWaiting ? panel.undelivered : `${panel.visitor}:`} </span>
              {question}{' '}
              {active && isWaiting && (
                <button type="button" className="link underline" onClick={() => withdrawQuestion(question)}>
                  {panel.withdraw}
                </button>
              )}
            </p>
          ))}
          <div aria-hidden="true" className="text-soft">
            {begun.map((line) => (
              <Line key={line.id} {...line} />
            ))}
            {active && written && speaking.assistant && <Line id={-1} speaker="assistant" text="…" partial />}
          </div>
        </div>
      </div>
    </div>
  );
}
