import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Proposal, Proposed } from '../../protocol.ts';
import { ask, messageOf } from '../api.ts';
import { refresh } from '../entries.ts';
import { focusSoon } from '../shadow.ts';
import { $differences, $proposal } from '../state.ts';
import { Panel } from './Panel.tsx';
import { DifferenceView } from './Pieces.tsx';
import { keepProposal, ProposalNotices, useProposal } from './ProposalNotices.tsx';
import { MISTAKES } from './Summary.tsx';

/** Everything that has changed since the last commit, to submit as one proposal. */
export function ProposePanel() {
  const kept = useProposal();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [failure, setFailure] = useState('');
  const [done, setDone] = useState<Proposed | null>(null);
  const [busy, setBusy] = useState(false);
  const differences = useStore($differences);
  useEffect(() => {
    ask('proposal', {}).then(
      (answer) => {
        setProposal(answer);
      },
      (error: unknown) => setFailure(messageOf(error)),
    );
    // A save changes what there is to propose.
  }, [differences]);
  const message = kept.message ?? proposal?.message ?? '';

  async function propose() {
    setBusy(true);
    setFailure('');
    keepProposal(undefined, { mistakes: [] });
    const sent = $proposal.get();
    try {
      const answer = await ask('propose', { message: message.trim() });
      if ('mistakes' in answer) {
        keepProposal(undefined, { mistakes: answer.mistakes });
        focusSoon(MISTAKES);
        return;
      }
      setDone(answer);
      // What was typed meanwhile is for the next one.
      if ($proposal.get() === sent) $proposal.set({});
      focusSoon('panel-title');
      void refresh();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  const nothing = proposal?.differences.length === 0;
  // If the page was reloaded before the response, the branch shows that it was proposed.
  const proposed = done ?? (nothing ? proposal.proposed : undefined);
  if (proposed)
    return (
      <Panel title="Proposed">
        <p>
          Your changes are on the branch <code>{proposed.branch}</code> of this machine, as commit{' '}
          <code>{proposed.commit.slice(0, 8)}</code>. Nobody else has them yet. Give a developer the lines below; this
          page shows them again until you change something.
        </p>
        <p>
          To send the branch: <code>git push -u origin {proposed.branch}</code>
        </p>
        {proposed.commands.length > 0 && (
          <>
            <p>
              Some of it is not on pages, such as the words of mails. To bring it to visitors, a developer also runs:
            </p>
            <ul>
              {proposed.commands.map(({ command, order }) => (
                <li key={command}>
                  <code>{command}</code>, {order === 'before' ? 'before' : 'after'} the site is published
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
    );
  return (
    <Panel
      title="Propose"
      ready={proposal !== null || failure !== ''}
      foot={
        proposal &&
        !nothing && (
          <div className="buttons">
            <button
              type="button"
              className="button"
              disabled={busy || message.trim() === ''}
              onClick={() => void propose()}
            >
              {busy ? 'Checking all pages…' : 'Propose these changes'}
            </button>
          </div>
        )
      }
    >
      <ProposalNotices failure={failure} mistakes={kept.mistakes} isComparing={!proposal} />
      {nothing && <p className="hint">Nothing has changed since the last proposal.</p>}
      {proposal && !nothing && (
        <>
          <div className="field">
            <label htmlFor="message">What this proposal is about</label>
            <p className="hint" id="message-hint">
              Nothing is public yet: your changes go to a separate branch on this machine, and you tell a developer its
              name.{proposal.branch !== undefined && ` The current branch is ${proposal.branch}.`}
            </p>
            <textarea
              id="message"
              className="control"
              rows={3}
              aria-describedby="message-hint"
              value={message}
              onChange={({ target }) => keepProposal(undefined, { message: target.value })}
            />
          </div>
          <h3 className="list-title">
            {proposal.differences.length === 1 ? '1 difference' : `${proposal.differences.length} differences`}
          </h3>
          {proposal.differences.map((difference, index) => (
            <DifferenceView key={index} difference={difference} />
          ))}
        </>
      )}
    </Panel>
  );
}
