import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { mayEdit } from './dev-server.ts';
import { useDisclosure } from './disclosure.ts';
import { $introduction, closeIntroduction } from './introduction.ts';
import { HOME, MENU, openPanel } from './panels.ts';
import { $dialog, $differences, $mode, $notice, $panel, $unsaved, type Panel } from './state.ts';
import { isEditing, isRefused, turn } from './switch.ts';

/** The viewport width with room for all buttons in a line. */
const ROOMY = '(min-width: 1040px)';

function useRoom(): boolean {
  const [room, setRoom] = useState(() => matchMedia(ROOMY).matches);
  useEffect(() => {
    const query = matchMedia(ROOMY);
    const follow = () => setRoom(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return room;
}

/** The toolbar at the bottom of the page. */
export function Bar() {
  return isEditing() ? <EditingBar /> : <ClosedBar />;
}

/** The button that turns editing on. A tab that was not opened for editing says how to get one that is. */
function ClosedBar() {
  const [asked, setAsked] = useState(false);
  return (
    <div className="bar">
      {isRefused() && (
        <p className="bar-notice bad" role="alert">
          Editing could not be turned on. Restart <code>npm run edit</code> in its terminal, then reload this page.
        </p>
      )}
      {asked && (
        <p className="bar-notice bad" role="alert">
          This tab can’t edit. Run <code>npm run edit</code> in a terminal: it opens one that can.
        </p>
      )}
      <button
        type="button"
        className="bar-button strong"
        id={HOME}
        onClick={() => (mayEdit() ? turn(true) : setAsked(true))}
      >
        Edit this site
      </button>
    </div>
  );
}

function EditingBar() {
  const panel = useStore($panel);
  const notice = useStore($notice);
  const dialog = useStore($dialog);
  const roomy = useRoom() && panel === null && dialog === '';
  const left = panel && 'left' in panel && panel.left;
  return (
    <div className={left ? 'bar beside' : 'bar'}>
      {notice && !panel && <p className={`bar-notice ${notice.tone}`}>{notice.text}</p>}
      {(!notice || panel) && <Introduction />}
      <Modes />
      {roomy ? <Tasks /> : <More />}
    </div>
  );
}

/** How editing works, in three sentences. */
function Introduction() {
  const shown = useStore($introduction);
  if (!shown) return null;
  return (
    <div className="bar-notice" role="group" aria-label="How editing works">
      <ol>
        <li>Click a text on the page to change it.</li>
        <li>Save keeps it on this machine, and the page shows it at once.</li>
        <li>Propose collects all your changes for a developer, who publishes them. Until then, only you see them.</li>
      </ol>
      <button type="button" className="link" onClick={closeIntroduction}>
        Got it
      </button>
    </div>
  );
}

/** Switches between Edit and Browse. */
function Modes() {
  const mode = useStore($mode);
  return (
    <div className="modes" role="group" aria-label="What a click does">
      {(['edit', 'browse'] as const).map((one) => (
        <button
          type="button"
          key={one}
          id={one === 'edit' ? HOME : undefined}
          aria-pressed={mode === one}
          title={
            one === 'edit'
              ? 'Click a text to change it. Hold Ctrl or ⌘ to follow a link.'
              : 'Links and buttons work as usual.'
          }
          onClick={() => $mode.set(one)}
        >
          {one === 'edit' ? 'Edit' : 'Browse'}
        </button>
      ))}
    </div>
  );
}

const TASKS: readonly (readonly [string, Panel])[] = [
  ['Texts on this page', { kind: 'texts' }],
  ['All content', { kind: 'content', query: '' }],
  ['Last saves', { kind: 'saves' }],
  ['Propose', { kind: 'propose' }],
];

function Tasks() {
  const introduced = useStore($introduction);
  const differences = useStore($differences);
  const unsaved = useStore($unsaved);
  const panel = useStore($panel);
  return (
    <>
      {TASKS.map(([name, opens]) => (
        <button
          type="button"
          className="bar-button"
          key={name}
          id={`task/${opens.kind}`}
          aria-current={panel?.kind === opens.kind || undefined}
          onClick={() => openPanel(opens)}
        >
          {name}
          {opens.kind === 'propose' && differences !== null && differences > 0 && (
            <span className="count">{`${differences} ${differences === 1 ? 'change' : 'changes'}`}</span>
          )}
        </button>
      ))}
      {unsaved.length > 0 && <Unsaved />}
      <button
        type="button"
        className="bar-button"
        aria-expanded={introduced}
        onClick={() => (introduced ? closeIntroduction() : $introduction.set(true))}
      >
        Help
      </button>
      <button type="button" className="bar-button" title="Stop editing" onClick={() => turn(false)}>
        Done
      </button>
    </>
  );
}

function Unsaved() {
  const { length } = useStore($unsaved);
  return (
    <button
      type="button"
      className="bar-button unsaved"
      title="Show them in All content"
      onClick={() => openPanel({ kind: 'content', query: '' })}
    >
      {`${length} not saved`}
    </button>
  );
}

/** The same as a menu, where there is no room for a line. */
function More() {
  const { open, hide, onKeyDown, button, id } = useDisclosure();
  const unsaved = useStore($unsaved);
  const panel = useStore($panel);
  const [seen, setSeen] = useState(panel);
  if (seen !== panel) {
    setSeen(panel);
    hide();
  }
  return (
    <div className="more" onKeyDown={onKeyDown}>
      <button {...button} className="bar-button" id={MENU}>
        Menu
        {unsaved.length > 0 && <span className="count">{`${unsaved.length} not saved`}</span>}
      </button>
      {open && (
        <div className="more-list" id={id}>
          <Tasks />
        </div>
      )}
    </div>
  );
}
