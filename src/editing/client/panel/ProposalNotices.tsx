import { useStore } from '@nanostores/react';
import { $panel, $unsaved, type Panel } from '../state.ts';
import { MistakeList } from './Summary.tsx';

/** The panel of a proposal. */
export type ProposeState = Panel & { kind: 'propose' };

/** Keeps what was typed, and what was wrong, while another panel is open. */
export function keepProposal(more: Partial<ProposeState>): void {
  const now = $panel.get();
  if (now?.kind === 'propose') $panel.set({ ...now, ...more });
}

interface Props {
  /** '' if nothing went wrong. */
  failure: string;
  mistakes: ProposeState['mistakes'];
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
