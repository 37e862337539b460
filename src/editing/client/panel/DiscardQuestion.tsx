import { focusSoon } from '../shadow.ts';

/** Asks before what was written is lost, instead of the button with the id `discard`. */
export function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <div className="buttons" role="group" aria-label="Discard what you wrote?">
      <button type="button" className="button danger" id="discard-yes" onClick={onDiscard}>
        Discard what I wrote
      </button>
      <button
        type="button"
        className="button quiet"
        onClick={() => {
          onKeep();
          focusSoon('discard');
        }}
      >
        Keep it
      </button>
    </div>
  );
}

/** The button that asks it. */
export const DiscardButton = ({ onAsk }: { onAsk: () => void }) => (
  <button
    type="button"
    className="button quiet"
    id="discard"
    onClick={() => {
      onAsk();
      focusSoon('discard-yes');
    }}
  >
    Discard
  </button>
);
