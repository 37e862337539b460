import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ControlButton } from '../ControlButton.tsx';
import { DeviceButtons } from '../Devices.tsx';
import type { IconName } from '../icons.tsx';
import { $call, meeting } from '../meeting.ts';
import { isHost } from '../visit.ts';
import { fill } from '../format.ts';
import { $panel, $seen, togglePanel, unreadOf, type PanelName } from './panels.ts';
import { toggleScreen } from './shortcuts.ts';

const { call } = copy;
const ICONS: Record<PanelName, IconName> = { chat: 'chat', people: 'people', more: 'more' };

/** The buttons of the call, within reach of a thumb. */
export function Controls() {
  const { screenShare, people, messages } = useStore($call);
  const unread = unreadOf(messages, useStore($seen));
  return (
    <div className="controls" role="group" aria-label={call.controls}>
      <DeviceButtons />
      {screenShare !== 'unavailable' && (
        <ControlButton
          icon="screen"
          label={screenShare === 'on' ? call.stopSharing : call.share}
          tone={screenShare === 'on' ? 'on' : undefined}
          onClick={toggleScreen}
        />
      )}
      <PanelButton name="chat" mark={unread} more={unread > 0 ? fill(call.unread, { count: unread }) : undefined} />
      <PanelButton name="people" more={String(people.length)} mark={people.length} quiet />
      <PanelButton name="more" />
      <Leave />
    </div>
  );
}

function PanelButton({
  name,
  ...rest
}: {
  name: PanelName;
  mark?: number;
  quiet?: boolean;
  more?: string | undefined;
}) {
  const open = useStore($panel);
  return (
    <ControlButton
      {...rest}
      id={`open-${name}`}
      icon={ICONS[name]}
      label={call[name]}
      aria-expanded={open === name}
      onClick={() => togglePanel(name)}
    />
  );
}

/** A visitor leaves at once; a host chooses whether the others go on. */
function Leave() {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asks) choice.current?.querySelector('button')?.focus();
  }, [asks]);
  const close = () => {
    setAsks(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  return (
    <div className="leave">
      {asks && (
        <div ref={choice} className="leave-choice" role="group" aria-label={call.leave} onKeyDown={onKeyDown}>
          <button type="button" className="button button-small" onClick={() => meeting.leave()}>
            {call.leaveOnly}
          </button>
          <button type="button" className="button button-danger button-small" onClick={() => meeting.endForAll()}>
            {call.endForAll}
          </button>
          <button type="button" className="button button-quiet button-small" onClick={close}>
            {call.stay}
          </button>
        </div>
      )}
      <ControlButton
        ref={button}
        icon="leave"
        label={call.leave}
        tone="danger"
        aria-expanded={isHost() ? asks : undefined}
        onClick={() => (isHost() ? setAsks(!asks) : meeting.leave())}
      />
    </div>
  );
}
