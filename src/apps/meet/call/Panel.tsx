import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { Chat } from './Chat.tsx';
import { More } from './More.tsx';
import { $panel, closePanel, type PanelName } from './panels.ts';
import { People } from './People.tsx';

const PANELS: Record<PanelName, { title: string; content: () => ReactNode }> = {
  chat: { title: copy.chat.title, content: () => <Chat /> },
  people: { title: copy.people.title, content: () => <People /> },
  more: { title: copy.more.title, content: () => <More /> },
};

/** What is beside the stage. Escape closes it. */
export function Panel() {
  const name = useStore($panel);
  return name ? <OpenPanel key={name} name={name} /> : null;
}

function OpenPanel({ name }: { name: PanelName }) {
  const { title, content } = PANELS[name];
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>('[data-first]') ?? panel.current?.querySelector('h2');
    first?.focus();
  }, []);
  return (
    <section ref={panel} className="panel" aria-labelledby="panel-title">
      <header className="panel-head">
        <h2 id="panel-title" tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        <button type="button" className="panel-close" aria-label={copy.call.close} onClick={closePanel}>
          <Icon name="close" />
        </button>
      </header>
      {content()}
    </section>
  );
}
