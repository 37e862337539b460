import { halfDisc } from '../../brand/arch.ts';

/** Two half discs on a deck. `state`: they come together, are as far apart as they can be, or lie over each other. */
export const Drawing = ({ state }: { state: 'meeting' | 'apart' | 'together' }) => (
  <svg className="meet-drawing inks" data-state={state} viewBox="0 0 120 32" aria-hidden="true">
    <path className="campus" d={halfDisc(12, 66, 30)} />
    <path className="company" d={halfDisc(54, 108, 30)} />
    <path className="both" d="M0 30h120v2H0z" />
  </svg>
);
