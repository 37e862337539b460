import { NUMBER_RANGE } from '../lib/number-range.ts';

/** A text whose ranges of numbers stay on one line, as those outside islands do (number-ranges.ts). */
export const Ranged = ({ text }: { text: string }) =>
  text.split(NUMBER_RANGE).map((part, index) =>
    // Every second part is a range.
    index % 2 === 1 ? (
      <span key={index} data-range="">
        {part}
      </span>
    ) : (
      part
    ),
  );
