import { useStore } from '@nanostores/react';
import { $proposal, $unsaved, type ProposalDraft } from '../state.ts';
import { MistakeList } from './Summary.tsx';

/** Keeps what was typed for the proposal of a branch, and what was wrong with it. */
export function keepProposal(branch: string | undefined, more: Omit<ProposalDraft, 'branch'>): void {
  const kept = $proposal.get();
  $proposal.set({ ...(kept.branch === branch && kept), branch, ...more });
}

/** What is kept for the proposal of a branch. */
export function useProposal(branch?: string): ProposalDraft {
  const kept = useStore($proposal);
  return kept.branch === branch ? kept : {};
}

interface Props {
  /** '' if nothing went wrong. */
  failure: string;
  mistakes: ProposalDraft['mistakes'];
  isComparing: boolean;
}

/** What stands above a proposal: why it was not made, and what it leaves out. */
export function ProposalNotices({ failure, mistakes = [], isComparing }: Props) {
  const unsaved = useStore($unsaved).length;
  return (
    <>
      {failure !== '' && (
        <p className="notice bad" role="alert">
          {failure}
        </p>
      )}
      {mistakes.length > 0 && <MistakeList not="proposed" mistakes={mistakes} />}
      {isComparing && failure === '' && <p className="hint">Comparing…</p>}
      {unsaved > 0 && (
        <p className="notice">
          {unsaved === 1 ? 'One text is' : `${unsaved} texts are`} not saved yet and not included here.
        </p>
      )}
    </>
  );
}
