import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Pull } from '../../../code-host/code-host.ts';
import { messageOf } from '../../../editing/client/api.ts';
import { Panel } from '../../../editing/client/panel/Panel.tsx';
import { DifferenceView } from '../../../editing/client/panel/Pieces.tsx';
import { keepProposal, ProposalNotices, useProposal } from '../../../editing/client/panel/ProposalNotices.tsx';
import { MISTAKES } from '../../../editing/client/panel/Summary.tsx';
import { PANEL_BODY } from '../../../editing/client/focus-place.ts';
import { focusSoon, own } from '../../../editing/client/shadow.ts';
import { $differences, $proposal, say } from '../../../editing/client/state.ts';
import { MistakesError, OverwriteError, type Changes, type EditHost } from '../host/edit-host.ts';
import { heed } from '../session/session.ts';
import { useHost } from '../shell/use-host.ts';
import { $others, othersWith, readMine, readOthers } from './proposal.ts';
import { OtherList, OtherProposals } from './Others.tsx';
import { Standing } from './Standing.tsx';
import { messageOfWords, wordsOf, type Words } from './title-and-body.ts';
import { WordsForm } from './WordsForm.tsx';

/** Reads what has been saved and is not on the site, again whenever that changes. */
function useChanges(host: EditHost) {
  const differences = useStore($differences);
  const { branch, commits } = useStore(host.$work);
  const [changes, setChanges] = useState<Changes | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isCurrent = true;
    host.proposal().then(
      (answer) => isCurrent && setChanges(answer),
      (error: unknown) => isCurrent && setFailure(messageOf(heed(error))),
    );
    return () => {
      isCurrent = false;
    };
  }, [host, differences, branch, commits]);
  return { changes, failure, setFailure };
}

/** Everything that has been saved, to hand over as one proposal, and what has become of it. */
export function ProposePanel() {
  const { host } = useHost();
  const { branch, pull, ended, lost, otherFiles } = useStore(host.$work);
  const kept = useProposal(branch);
  const { changes, failure, setFailure } = useChanges(host);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void readOthers(host);
    void readMine(host);
  }, [host]);

  // Why it was not done is at the top, too.
  useEffect(() => {
    if (failure !== '') own(PANEL_BODY)?.scrollTo({ top: 0 });
  }, [failure]);

  // What has become of it is at the top.
  useEffect(() => {
    own(PANEL_BODY)?.scrollTo({ top: 0 });
  }, [pull?.number]);

  const suggested = pull ? messageOfWords(pull) : (changes?.message ?? '');
  const words = wordsOf(kept.message ?? suggested);
  const over = kept.over ?? (pull ? messageOfWords(pull) : '');
  const isNothing = changes?.differences.length === 0;

  async function propose(then: (pull: Pull) => void) {
    setBusy(true);
    setFailure('');
    keepProposal(branch, { mistakes: [] });
    const sent = $proposal.get();
    try {
      const proposed = await host.propose({ title: words.title.trim(), body: words.body.trim(), over });
      then(proposed);
      if ($proposal.get() === sent) $proposal.set({});
      else keepProposal(branch, { over: messageOfWords(proposed) });
    } catch (error) {
      if (error instanceof MistakesError) {
        keepProposal(branch, { mistakes: error.mistakes });
        focusSoon(MISTAKES);
      } else setFailure(messageOf(heed(error)));
      // Whoever presses again has read what it says now.
      if (error instanceof OverwriteError)
        keepProposal(branch, { message: $proposal.get().message ?? messageOfWords(words), over: error.current });
    } finally {
      setBusy(false);
    }
  }

  const form = (
    <WordsForm
      words={words}
      onChange={(changed: Words) => keepProposal(branch, { message: messageOfWords(changed), over })}
    />
  );
  return (
    <Panel
      title={pull ? pull.title : 'Propose'}
      above={pull ? `Your proposal #${pull.number}` : undefined}
      wide
      ready={changes !== null || failure !== ''}
      focusKey={pull ? 'proposed' : ''}
      focusId={pull ? 'panel-title' : undefined}
      foot={
        changes &&
        !isNothing &&
        !pull && (
          <div className="buttons">
            <button
              type="button"
              className="button"
              id="propose"
              aria-disabled={busy || words.title.trim() === ''}
              onClick={() => {
                if (!busy && words.title.trim() !== '') void propose(() => undefined);
              }}
            >
              {busy ? 'Proposing…' : 'Propose these changes'}
            </button>
            <span className="hint foot-note">
              {words.title.trim() === '' ? 'Give it a title first.' : 'As a draft: you can go on changing it.'}
            </span>
          </div>
        )
      }
    >
      <ProposalNotices failure={failure} mistakes={kept.mistakes} isComparing={!changes} />
      {ended && !pull && (
        <p className="notice">
          <a className="link" href={ended.url} target="_blank" rel="noreferrer">
            {`“${ended.title}”`} <span className="unseen">(opens in another tab)</span>
          </a>{' '}
          was merged or closed at GitHub. What you have saved since, and save from now on, is a new proposal.
        </p>
      )}
      {lost !== undefined && (
        <p className="notice bad">
          Somebody has deleted <code>{lost}</code>, and with it what you had saved there. Ask a developer to restore it.
          What you save from now on is a new proposal.
        </p>
      )}
      {otherFiles.length > 0 && (
        <FileNotice files={otherFiles}>
          This branch also changes what is neither words nor a picture. A developer has to review it:
        </FileNotice>
      )}
      {isNothing && !pull && (
        <p className="hint">Nothing is saved that is not on the site already. Change a text and save it first.</p>
      )}
      {pull && (
        <Standing
          pull={pull}
          busy={busy}
          form={form}
          onUpdate={(done) =>
            void propose(() => {
              done();
              say('Changed.');
            })
          }
        />
      )}
      {changes && !isNothing && <Saved changes={changes}>{!pull && form}</Saved>}
      <OtherProposals />
    </Panel>
  );
}

/** Files for a developer. */
const FileNotice = ({ files, children }: { files: readonly string[]; children: React.ReactNode }) => (
  <div className="notice">
    <p>{children}</p>
    <ul>
      {files.map((file) => (
        <li key={file}>
          <code>{file}</code>
        </li>
      ))}
    </ul>
  </div>
);

/** What the proposal changes, and who else changes the same. */
function Saved({ changes, children }: { changes: Changes; children: React.ReactNode }) {
  const { differences, overtaken } = changes;
  const others = useStore($others);
  const files = new Set(differences.map(({ file }) => file));
  const meeting = new Set([...files].flatMap((file) => othersWith(others, file)));
  return (
    <>
      {meeting.size > 0 && (
        <div className="notice">
          <p>Other proposals change the same entries. Whoever comes second has to bring both together.</p>
          <OtherList others={[...meeting]} />
        </div>
      )}
      {overtaken.length > 0 && (
        <FileNotice files={overtaken}>
          Since you began, somebody else’s change of the same {overtaken.length === 1 ? 'entry' : 'entries'} went live.
          A developer has to bring both together:
        </FileNotice>
      )}
      {children}
      <section className="differences" aria-labelledby="differences">
        <h3 id="differences">
          {differences.length === 1 ? 'One change' : `${differences.length} changes`}, before and after
        </h3>
        {differences.map((difference, index) => (
          <DifferenceView key={index} difference={difference} />
        ))}
      </section>
    </>
  );
}
