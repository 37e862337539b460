import { useStore } from '@nanostores/react';
import company from 'copy:company';
import { MARK } from '../../../brand/mark.ts';
import { $counts } from '../list/list.ts';
import { $live } from '../list/live.ts';
import { $place } from '../list/navigation.ts';
import { hashOf, START, type View } from '../list/place.ts';
import { signOut, type User } from '../session/session.ts';
import { Menu } from './Menu.tsx';
import { VIEW_NAMES } from './views.ts';

/** The views that the bar shows; the rest is among the duties. */
const SHOWN = ['requests', 'waiting', 'figures', 'log'] as const satisfies View[];

/** The desk's header: where one is, who one is, and whether it is live. */
export function Bar({ user }: { user: User }) {
  return (
    <>
      <header className="desk-bar" id="header">
        <div className="desk-bar-row flex items-end gap-4">
          <a className="desk-logo flex h-target items-center gap-3 font-bold no-underline" href="#requests">
            <svg className="inks" viewBox={`0 0 ${MARK.width} ${MARK.height}`} aria-hidden="true">
              <path className="campus" d={MARK.campus} />
              <path className="company" d={MARK.company} />
            </svg>
            <span>
              {company.name} <span className="font-normal text-soft">desk</span>
            </span>
          </a>
          <nav className="wide-only" aria-label="Desk">
            <Views />
          </nav>
          <div className="wide-only ml-auto flex items-end">
            <Menu label="Duties">
              <Duties />
            </Menu>
            <Menu label={<span className="desk-account">{user.email}</span>} className="menu-end">
              <SignOuts />
            </Menu>
          </div>
          <Menu label="Menu" className="narrow-only menu-end ml-auto">
            <nav aria-label="Desk">
              <Views />
            </nav>
            <p className="menu-title text-xs text-soft">Duties</p>
            <Duties />
            <p className="menu-title text-xs text-soft">{user.email}</p>
            <SignOuts />
          </Menu>
        </div>
      </header>
      <Liveness />
    </>
  );
}

function Views() {
  const { view } = useStore($place);
  const counts = useStore($counts);
  return (
    <ul className="desk-views">
      {SHOWN.map((one) => (
        <li key={one}>
          <a href={`#${one}`} aria-current={view === one ? 'page' : undefined}>
            <span>{VIEW_NAMES[one]}</span>
            {one === 'requests' && counts && counts.unread > 0 && (
              <span className="unread-count">
                {counts.unread}
                <span className="visually-hidden"> unread</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Duties() {
  const { view } = useStore($place);
  const dead = useStore($counts)?.dead ?? 0;
  return (
    <ul>
      <li>
        <a href={hashOf({ ...START, state: 'dead' })}>{dead > 0 ? `Dead letters (${dead})` : 'Dead letters'}</a>
      </li>
      <li>
        <a href="#erase" aria-current={view === 'erase' ? 'page' : undefined}>
          {VIEW_NAMES.erase}
        </a>
      </li>
    </ul>
  );
}

const SignOuts = () => (
  <ul>
    <li>
      <button type="button" onClick={() => void signOut('local', 'You are signed out.')}>
        Sign out
      </button>
    </li>
    <li>
      <button
        type="button"
        onClick={() => void signOut('global', 'You are signed out here and on every other device.')}
      >
        Sign out everywhere
      </button>
    </li>
  </ul>
);

/** Says when the desk does not hear of new requests by itself. */
function Liveness() {
  const isOff = useStore($live) === 'off';
  return (
    <div role="status" className="liveness">
      {isOff && <p>Live updates are off. Checking every 30 seconds.</p>}
    </div>
  );
}
