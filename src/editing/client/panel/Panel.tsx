import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { PANEL_BODY, restoreFocus } from '../focus-place.ts';
import { Icon } from '../Icon.tsx';
import { closePanel } from '../panels.ts';
import { own } from '../shadow.ts';
import { $notice, isShort } from '../state.ts';
import { MistakeList } from './Summary.tsx';

interface Props {
  title: string;
  /** Above the title, for example the file's group. */
  above?: string | undefined;
  wide?: boolean;
  left?: boolean;
  /** Whether its close button leads back to another panel. */
  back?: boolean;
  /** Whether the element that gets the focus is rendered. */
  ready?: boolean;
  /** When it changes, the first field gets the focus again. */
  focusKey?: string;
  /** The element that gets the focus instead of the first field. */
  focusId?: string | undefined;
  tools?: ReactNode;
  foot?: ReactNode;
  /** Whether the foot shows short success messages itself. */
  footSays?: boolean;
  children: ReactNode;
}

const FIRST = '[data-first], .body input:not([type="file"]), .body textarea, .body select';

/** The frame of every panel: a non-modal region with a title. */
export function Panel({
  title,
  above,
  wide,
  left,
  back,
  ready = true,
  focusKey = '',
  focusId,
  tools,
  foot,
  footSays = false,
  children,
}: Props) {
  const notice = useStore($notice);
  const focusedFor = useRef('');
  useLayoutEffect(() => {
    // React's StrictMode runs effects twice: the second must not take the focus that the first has restored.
    const occasion = `${ready} ${focusKey} ${focusId ?? ''}`;
    if (focusedFor.current === occasion) return;
    focusedFor.current = occasion;
    if (!ready || restoreFocus()) return;
    const panel = own('panel');
    const wanted = focusId === undefined ? null : own(focusId);
    (wanted ?? panel?.querySelector<HTMLElement>(FIRST) ?? own('panel-title'))?.focus({
      preventScroll: wanted !== null,
    });
    wanted?.scrollIntoView({ block: 'center' });
  }, [ready, focusKey, focusId]);

  // Short success messages appear next to the button, everything else in a box.
  const isSaid = footSays && notice !== null && isShort(notice);
  const classes = ['panel', wide && 'wide', left && 'left'].filter(Boolean).join(' ');
  return (
    <section className={classes} id="panel" data-panel aria-labelledby="panel-title">
      <header className="panel-head">
        <div className="panel-name">
          {above !== undefined && <p className="above">{above}</p>}
          <h2 id="panel-title" tabIndex={-1}>
            {title}
          </h2>
        </div>
        <div className="panel-tools">
          {tools}
          {back ? (
            <button type="button" className="button quiet small" onClick={closePanel}>
              Back
            </button>
          ) : (
            <button type="button" className="icon-button" aria-label="Close" title="Close (Esc)" onClick={closePanel}>
              <Icon name="close" />
            </button>
          )}
        </div>
      </header>
      <div className="body" id={PANEL_BODY}>
        {children}
      </div>
      {(foot ?? notice) && (
        <footer className="panel-foot">
          {notice?.refused && <MistakeList {...notice.refused} />}
          {notice && !notice.refused && !isSaid && <p className={`notice ${notice.tone}`}>{notice.text}</p>}
          {foot}
        </footer>
      )}
    </section>
  );
}
