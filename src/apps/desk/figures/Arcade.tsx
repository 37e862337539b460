import { arch } from '../../../brand/arch.ts';
import { mondayInWords } from './figures.ts';

/** In drawing units: what a week takes, and what its arch does of that. */
const WEEK = 60;
const ARCH = 48;
const GAP = (WEEK - ARCH) / 2;

interface Props {
  weeks: readonly string[];
  /** The height of each week's arch. */
  counts: readonly number[];
  /** Of them; the rest is only an outline. Without it, all arches are filled. */
  filled?: readonly number[];
  /** What the highest arch stands for, so that arcades can be compared. */
  most: number;
  /** The height of the highest arch. */
  height: number;
}

/** Counts as a row of arches on one deck, a week each, with their numbers above. */
export function Arcade({ weeks, counts, filled, most, height }: Props) {
  const scale = (count: number) => (most === 0 ? 0 : (count / most) * height);
  const draw = (all: readonly number[]) =>
    all
      .map((count, index) => (count > 0 ? arch(index * WEEK + GAP, height + 24, ARCH, Math.max(3, scale(count))) : ''))
      .join('');
  return (
    <svg className="arcade" viewBox={`0 0 ${weeks.length * WEEK} ${height + 24}`} width="100%" aria-hidden="true">
      {filled && (
        <path
          className="arcade-outline"
          d={draw(counts.map((count, index) => (count === filled[index] ? 0 : count)))}
        />
      )}
      <path className="both" d={draw(filled ?? counts)} />
      {counts.map((count, index) =>
        count > 0 ? (
          <text key={weeks[index]} x={index * WEEK + WEEK / 2} y={height + 18 - Math.max(3, scale(count))}>
            {count}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** The weeks below a row of arches: the first and the last in words. */
export const WeekEnds = ({ weeks }: { weeks: readonly string[] }) => (
  <p className="flex justify-between text-xs text-soft" aria-hidden="true">
    <span>{mondayInWords(weeks[0] ?? '')}</span>
    <span>{mondayInWords(weeks.at(-1) ?? '')}</span>
  </p>
);
