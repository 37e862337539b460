import { useStore } from '@nanostores/react';
import company from 'copy:company';
import copy from 'copy:meeting';
import { useEffect, useState } from 'react';
import { $call } from '../meeting.ts';
import { Logo, useArrival } from '../Screen.tsx';
import { clock } from '../format.ts';
import { announce } from './announcements.ts';
import { Captions } from './Captions.tsx';
import { Controls } from './Controls.tsx';
import { Notices } from './Notices.tsx';
import { Panel } from './Panel.tsx';
import { $panel, forgetPanels } from './panels.ts';
import { listenToKeys } from './shortcuts.ts';
import { Sounds } from './Sounds.tsx';
import { Stage } from './Stage.tsx';
import { guardTab, keepAwake } from './window.ts';

/** The call itself. */
export function Call() {
  const heading = useArrival<HTMLHeadingElement>();
  const { phase } = useStore($call);
  const panel = useStore($panel);
  useEffect(() => {
    document.title = `${copy.call.title} – ${company.name}`;
    const endings = [announce(), listenToKeys(), guardTab(), keepAwake(), forgetPanels];
    return () => {
      for (const end of endings) end();
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  return (
    <div className="call" data-panel={panel} data-lost={phase === 'reconnecting' || undefined}>
      <header className="call-bar">
        <Logo />
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          {copy.call.title}
        </h1>
        <Elapsed />
      </header>
      <main className="call-main">
        <Notices />
        <Sounds />
        <Stage />
        <Captions />
      </main>
      <Panel />
      <footer className="call-foot">
        <Controls />
      </footer>
    </div>
  );
}

/** How long this page has been in the call. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - since) / 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="timer" aria-label={copy.call.elapsed} className="elapsed">
      {clock(seconds)}
    </p>
  );
}
