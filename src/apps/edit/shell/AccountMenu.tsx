import { limiting } from '../session/rights.ts';
import { signOut } from '../session/session.ts';
import { CODE_HOST } from '../settings.ts';
import { closeAll } from '../work.ts';
import { dayAndTime } from './format.ts';
import { Menu } from './Menu.tsx';
import { useHost } from './use-host.ts';

/** Who is signed in, until when, and the way out. */
export function AccountMenu() {
  const { account } = useHost();
  return (
    <Menu
      label={
        <>
          <span className="unseen">Account: </span>
          <span className="account">{account.login}</span>
        </>
      }
    >
      <p>
        Signed in as <strong>{account.login}</strong> to <strong>{CODE_HOST.repository}</strong>.
      </p>
      <p className="hint">
        {account.expires === undefined
          ? 'The sign-in lasts until you close or reload this page, or the token expires.'
          : `The sign-in lasts until you close or reload this page, at most until ${dayAndTime(account.expires)}.`}
      </p>
      {limiting(account.missing).map(({ name, use }) => (
        <p className="hint" key={name}>{`Your token lacks “${name}: read-only”, which this page needs ${use}.`}</p>
      ))}
      <button
        type="button"
        className="button quiet"
        onClick={() => {
          closeAll();
          signOut();
        }}
      >
        Sign out
      </button>
    </Menu>
  );
}
