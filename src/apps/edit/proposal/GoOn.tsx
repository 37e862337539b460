import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../shell/use-host.ts';
import { dayAndTime, dayOf } from '../shell/format.ts';
import type { Own } from '../host/edit-host.ts';
import { $mine, said } from './proposal.ts';

/** What a branch is called: the day on which it was begun, what was saved first, and an end that makes it unique. */
const BRANCH = /^words\/(?:[^/.]+\.)?(\d{4}-\d\d-\d\d)-(.*?)(?:-[\da-f]{6})?$/;

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

/**
 * Asks which proposal to go on with, before anything else is shown: without one, the list shows the words of the site, as
 * if nothing were saved, and the next save begins another.
 */
export function GoOn({ onAnswer }: { onAnswer: () => void }) {
  const { host } = useHost();
  const mine = useStore($mine) ?? [];
  const [isReading, setReading] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="go-on welcome" aria-labelledby="welcome">
      <h2 id="welcome" tabIndex={-1} ref={title}>
        Continue an earlier proposal?
      </h2>
      <p>The words that you saved in it are not on the site yet. You see them here if you continue it.</p>
      <OwnList
        mine={mine}
        onChoose={(branch) => {
          setReading(true);
          return host.choose(branch).then(onAnswer, (error: unknown) => {
            setReading(false);
            said(error);
          });
        }}
      />
      <button type="button" className="button quiet" aria-disabled={isReading} onClick={() => !isReading && onAnswer()}>
        No, begin a new one
      </button>
    </section>
  );
}

/** One's own proposals, each with a button that continues it. */
export function OwnList({ mine, onChoose }: { mine: readonly Own[]; onChoose: (branch: string) => Promise<unknown> }) {
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
              void onChoose(own.branch).finally(() => setBusy(undefined));
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
