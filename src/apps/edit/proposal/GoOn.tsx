import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useHost } from '../shell/use-host.ts';
import { dayAndTime, dayOf } from '../shell/format.ts';
import type { Own } from '../host/edit-host.ts';
import { $mine, choose } from './proposal.ts';

/** What a branch is called: the day on which it was begun, and what was saved first. */
const BRANCH = /^words\/(\d{4}-\d\d-\d\d)-(.*)$/;

/** A proposal in words: its title, or what was saved first. */
function nameOfOwn({ branch, pull }: Own): string {
  const [, , words = branch] = BRANCH.exec(branch) ?? [];
  const name = words.replaceAll('-', ' ');
  return pull?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** How far it is. */
function standingOf({ branch, pull }: Own): string {
  if (pull) return `#${pull.number}, last changed on ${dayAndTime(pull.updated)}`;
  const [, day] = BRANCH.exec(branch) ?? [];
  return day === undefined ? 'Not proposed yet' : `Begun on ${dayOf(day)}, not proposed yet`;
}

/** Offers to continue earlier proposals, until one is chosen or something is saved. */
export function GoOn() {
  const { host } = useHost();
  const mine = useStore($mine) ?? [];
  const { branch } = useStore(host.$work);
  const [isClosed, setClosed] = useState(false);
  if (branch !== undefined || mine.length === 0 || isClosed) return null;
  return (
    <section className="go-on notice" aria-labelledby="go-on">
      <h3 id="go-on">Continue an earlier proposal?</h3>
      <OwnList mine={mine} />
      <button type="button" className="link" onClick={() => setClosed(true)}>
        No, begin a new one
      </button>
    </section>
  );
}

/** One's own proposals, each with a button that continues it. */
export function OwnList({ mine }: { mine: readonly Own[] }) {
  const { host } = useHost();
  const [busy, setBusy] = useState<string>();
  return (
    <ul className="rows">
      {mine.map((own) => (
        <li key={own.branch}>
          <button
            type="button"
            className="row"
            aria-disabled={busy !== undefined}
            onClick={() => {
              if (busy !== undefined) return;
              setBusy(own.branch);
              void choose(host, own.branch).finally(() => setBusy(undefined));
            }}
          >
            <strong>{nameOfOwn(own)}</strong>
            <span className="row-text">{busy === own.branch ? 'Reading it …' : standingOf(own)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
