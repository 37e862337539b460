import { useStore } from '@nanostores/react';
import company from 'copy:company';
import { useEffect, useMemo, useState } from 'react';
import { answerWith } from '../../../editing/client/api.ts';
import { onKey } from '../../../editing/client/keys.ts';
import { Said } from '../../../editing/client/panel/Said.tsx';
import { $content, $panel, $unsaved } from '../../../editing/client/state.ts';
import { answersOf } from '../host-answers.ts';
import { GoOn } from '../proposal/GoOn.tsx';
import { $answered } from '../proposal/proposal.ts';
import { beginEditing } from '../work.ts';
import { Banners } from './Banners.tsx';
import { Isolated } from './Isolated.tsx';
import { ListPane } from './ListPane.tsx';
import { TopBar } from './TopBar.tsx';
import { HostContext, type SignedIn } from './use-host.ts';
import { Toast } from './Toast.tsx';
import { WorkPane } from './WorkPane.tsx';

/** What somebody who is signed in sees: the list of all content, and beside it what is open. */
export function Editor({ host, account }: SignedIn) {
  // Before the first render of anything that asks.
  useState(() => answerWith(answersOf(host)));
  const signedIn = useMemo(() => ({ host, account }), [host, account]);
  const panel = useStore($panel);
  const content = useStore($content);
  const unsaved = useStore($unsaved).length;
  const answered = useStore($answered);
  useEffect(() => beginEditing(host), [host]);
  // Before it is known which proposal goes on, nothing can be saved.
  const isReady = content !== null;
  useEffect(() => {
    if (!isReady) return undefined;
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [isReady]);
  const open = panel?.kind === 'form' ? content?.files.find(({ file }) => file === panel.file)?.title : undefined;
  useEffect(() => {
    document.title = `${unsaved > 0 ? `(${unsaved}) ` : ''}${open ?? 'Edit'} – ${company.name}`;
  }, [open, unsaved]);
  return (
    <Isolated>
      <HostContext value={signedIn}>
        <div className="editor room" data-open={panel?.kind}>
          <h1 className="unseen">{`Edit the words of ${company.name}`}</h1>
          <TopBar asks={answered !== undefined} />
          <Banners />
          <main className="panes">
            {answered ? (
              <GoOn onAnswer={answered} />
            ) : (
              <>
                <ListPane />
                {isReady && <WorkPane />}
              </>
            )}
          </main>
          <Toast />
          <Said />
        </div>
      </HostContext>
    </Isolated>
  );
}
