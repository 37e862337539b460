import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { useEffect, useState } from 'react';
import { $callView, callInput, setMuted, type CallView } from '../../stores/call.ts';
import { ActionCard } from './ActionCard.tsx';
import { Captions } from './Captions.tsx';
import { Ending } from './Ending.tsx';
import { LevelMeter } from './LevelMeter.tsx';
import { QuestionForm } from './QuestionForm.tsx';

const { panel } = copy;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** How long the call has lasted. */
function Elapsed({ since, running }: { since: number; running: boolean }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSeconds((performance.now() - since) / 1000), 250);
    return () => clearInterval(timer);
  }, [since, running]);
  return (
    <span role="timer" aria-label={panel.elapsed} className="elapsed">
      {clock(seconds)}
    </span>
  );
}

/** What the visitor should know now; of several, the most urgent. */
function noticeOf({ network, closing, late, broken, silenced, muted }: CallView): string | undefined {
  if (network === 'interrupted') return panel.interrupted;
  if (closing !== null) return panel.closing;
  if (late) return panel.late;
  if (broken) return panel.broken;
  if (silenced) return panel.silenced;
  if (network === 'low') return panel.low;
  return muted ? panel.muted : undefined;
}

/** The running call: time, levels, microphone, captions, written questions; of a chat, the last two. After its end, the transcript. */
export function Controls({ active }: { active: boolean }) {
  const view = useStore($callView);
  const { written, liveSince, muted, speaking, closing } = view;
  const notice = noticeOf(view);
  return (
    <section aria-label={written ? panel.chat : panel.title} className="call-controls grid gap-3">
      <div className="bar flex flex-wrap items-center justify-between" hidden={active && written}>
        {!written && <Elapsed since={liveSince ?? 0} running={active} />}
        {!written && (
          <div className="flex isolate" hidden={!active}>
            <LevelMeter speaker="visitor" name={panel.visitor} speaking={active && speaking.visitor && !muted} />
            <LevelMeter speaker="assistant" name={panel.assistant} speaking={active && speaking.assistant} />
          </div>
        )}
        {/* Each a button of its own: a press meant for one action must not trigger the other. */}
        {active && !written && (
          <button type="button" className="button button-quiet small" onClick={() => setMuted(!muted)}>
            {muted ? panel.unmute : panel.mute}
          </button>
        )}
        {!active && (
          <button type="button" className="button button-quiet small" onClick={() => callInput('close')}>
            {panel.close}
          </button>
        )}
      </div>
      {!active && <Ending />}
      <p role="status" className="call-notice font-semibold">
        {active && notice}
        {/* Announced every second, it would drown the sentence. */}
        {active && notice === panel.closing && <span aria-hidden="true"> {clock(closing ?? 0)}</span>}
      </p>
      <Captions active={active} written={written} />
      {/* Announced with its words when it appears. */}
      <div role="status">
        <ActionCard />
      </div>
      {active && <QuestionForm />}
      {active && !written && <p className="hint">{panel.newTab}</p>}
    </section>
  );
}
