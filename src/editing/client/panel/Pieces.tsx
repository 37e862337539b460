import type { Difference } from '../../protocol.ts';
import { wordDiff, type Piece } from '../word-diff.ts';

/** A text with some words marked. */
export function Pieces({ pieces, as: Mark }: { pieces: readonly Piece[]; as: 'mark' | 'ins' | 'del' }) {
  return pieces.map(({ text, changed }, index) => (changed ? <Mark key={index}>{text}</Mark> : text));
}

/** A value before and after, with the differing words marked. */
export function DifferenceView({ difference }: { difference: Difference }) {
  const { where, before, after, says } = difference;
  const { before: gone, after: come } = wordDiff(before ?? '', after ?? '');
  return (
    <div className="difference">
      <p className="where">{where}</p>
      {says !== undefined && <p className="after">{says}</p>}
      {before !== undefined && (
        <p className="before">
          <span className="unseen">{after === undefined ? 'Removed: ' : 'Before: '}</span>
          <Pieces pieces={gone} as="del" />
        </p>
      )}
      {after !== undefined && (
        <p className="after">
          <span className="unseen">{before === undefined ? 'Added: ' : 'After: '}</span>
          <Pieces pieces={come} as="ins" />
        </p>
      )}
    </div>
  );
}
