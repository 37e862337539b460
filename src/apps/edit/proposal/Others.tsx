import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { titleOf } from '../../../editing/client/state.ts';
import { dayAndTime } from '../shell/format.ts';
import { useHost } from '../shell/use-host.ts';
import { OwnList } from './GoOn.tsx';
import { $mine, $others, choose, type Other } from './proposal.ts';

/** Proposals of other people, with what they change. */
export const OtherList = ({ others }: { others: readonly Other[] }) => (
  <ul className="other-list">
    {others.map(({ pull, files }) => (
      <li key={pull.number}>
        <a className="link strong" href={pull.url} target="_blank" rel="noreferrer">
          {pull.title} <span className="unseen">(opens in another tab)</span>
        </a>
        <p className="hint">
          {`#${pull.number} by ${pull.author}, last changed on ${dayAndTime(pull.updated)}`}
          {files.length > 0 && `. Changes ${files.map(titleOf).join(', ')}.`}
        </p>
      </li>
    ))}
  </ul>
);

/** Every other open proposal: one's own, which can be continued, and those of other people. */
export function OtherProposals() {
  const { host, account } = useHost();
  const { branch } = useStore(host.$work);
  const others = (useStore($others) ?? []).filter(({ pull }) => pull.author !== account.login);
  const mine = (useStore($mine) ?? []).filter((own) => own.branch !== branch);
  const [busy, setBusy] = useState(false);
  return (
    <>
      {mine.length > 0 && (
        <section className="differences" aria-labelledby="mine">
          <h3 id="mine">Your other proposals</h3>
          <OwnList mine={mine} onChoose={(own) => choose(host, own)} />
        </section>
      )}
      {branch !== undefined && (
        <p>
          <button
            type="button"
            className="button quiet small"
            aria-disabled={busy}
            onClick={() => {
              setBusy(true);
              void choose(host, undefined).finally(() => setBusy(false));
            }}
          >
            {busy ? 'Beginning …' : 'Begin a new proposal'}
          </button>
        </p>
      )}
      {others.length > 0 && (
        <section className="differences" aria-labelledby="others">
          <h3 id="others">Proposals of other people</h3>
          <OtherList others={others} />
        </section>
      )}
    </>
  );
}
