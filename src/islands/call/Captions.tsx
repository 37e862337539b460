import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { useEffect, useRef, useState } from 'react';
import { $captions } from '../../stores/call.ts';
import type { Caption } from '../../voice/captions.ts';

const { panel } = copy;
/** Nearer to the end than this, the captions follow what is said (pixels). */
const AT_END = 60;

const Line = ({ speaker, text }: Caption) => (
  <p data-speaker={speaker}>
    <span className="who">{panel[speaker]}: </span>
    {text}
  </p>
);

/** What is said, as text. A screen reader hears each line once, when it is whole. */
export function Captions() {
  const lines = useStore($captions);
  const [shown, setShown] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  const whole = lines.filter(({ partial }) => !partial);
  const begun = lines.filter(({ partial }) => partial);

  useEffect(() => {
    const element = scroller.current;
    // Whoever has scrolled up is reading there.
    const last = element?.querySelector('.lines > :last-child > :last-child')?.clientHeight ?? 0;
    if (element && element.scrollHeight - element.scrollTop - element.clientHeight < AT_END + last)
      element.scrollTop = element.scrollHeight;
  }, [lines, shown]);

  return (
    <div className="captions">
      <button type="button" className="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? panel.hide : panel.show}
      </button>
      <div ref={scroller} className="scroller" tabIndex={0} role="group" aria-label={panel.captions} hidden={!shown}>
        {lines.length === 0 && <p className="hint">{panel.waiting}</p>}
        <div className="lines">
          <div role="log" aria-label={panel.captions}>
            {whole.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </div>
          <div aria-hidden="true" className="begun">
            {begun.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
