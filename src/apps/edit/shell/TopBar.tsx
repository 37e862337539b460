import { useStore } from '@nanostores/react';
import company from 'copy:company';
import { MARK } from '../../../brand/mark.ts';
import { openPanel } from '../../../editing/client/panels.ts';
import { focusSoon } from '../../../editing/client/shadow.ts';
import { $differences, $panel, type Panel } from '../../../editing/client/state.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { LIST } from './ListPane.tsx';
import { useHost } from './use-host.ts';

/**
 * The editor's header: what one edits, where one is, and who one is.
 *
 * @param asks whether a question comes first
 */
export function TopBar({ asks }: { asks: boolean }) {
  return (
    <header className="top">
      <a
        className="skip button"
        href="#panel"
        onClick={(event) => {
          // The address leads to texts, not to parts of this page.
          event.preventDefault();
          focusSoon('panel-title', 'welcome');
        }}
      >
        Skip to what is open
      </a>
      <p className="logo">
        <svg className="inks" viewBox={`0 0 ${MARK.width} ${MARK.height}`} aria-hidden="true">
          <path className="campus" d={MARK.campus} />
          <path className="company" d={MARK.company} />
        </svg>
        <span>
          {company.name} <span className="logo-what">editor</span>
        </span>
      </p>
      {!asks && <Views />}
      <AccountMenu />
    </header>
  );
}

/** What can be open besides the form of a text. */
function Views() {
  const { host } = useHost();
  const panel = useStore($panel);
  const differences = useStore($differences) ?? 0;
  const { pull } = useStore(host.$work);
  const isList = panel === null || panel.kind === 'content';
  return (
    <nav className="views" aria-label="Editor">
      <button
        type="button"
        className="bar-button narrow-only"
        aria-current={isList || undefined}
        onClick={() => {
          $panel.set(null);
          focusSoon(LIST);
        }}
      >
        <span className="view-name">All content</span>
      </button>
      <ViewButton name="Last saves" opens={{ kind: 'saves' }} />
      <ViewButton
        name={pull ? 'Proposal' : 'Propose'}
        opens={{ kind: 'propose' }}
        count={differences > 0 ? `${differences} ${differences === 1 ? 'change' : 'changes'}` : undefined}
      />
    </nav>
  );
}

function ViewButton({ name, opens, count }: { name: string; opens: Panel; count?: string | undefined }) {
  const panel = useStore($panel);
  return (
    <button
      type="button"
      className="bar-button"
      id={`view/${opens.kind}`}
      aria-current={panel?.kind === opens.kind || undefined}
      onClick={() => openPanel(opens)}
    >
      <span className="view-name">{name}</span>
      {count !== undefined && <span className="count">{count}</span>}
    </button>
  );
}
