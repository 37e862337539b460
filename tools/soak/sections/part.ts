import { percentile, milliseconds, table } from '../../report/figures.ts';
import type { Section } from '../../report/section.ts';

/** The options of a run. */
export interface SoakOptions {
  submissions: number;
  rounds: number;
  payloads: number;
  seed: number;
}

/** A part of the soak: its section, and what went wrong in it, one line each. */
export interface Part {
  section: Section;
  faults: string[];
}

/** How many visitors send at a time. */
export const AT_ONCE = 50;

const TOLD = 20;

/** What went wrong, as listed in the document. */
export const faultList = (faults: readonly string[]): string =>
  faults.length === 0
    ? ''
    : `\n\n✗ ${faults.length} went wrong${faults.length > TOLD ? `, the first ${TOLD} of them` : ''}:\n\n${faults
        .slice(0, TOLD)
        .map((fault) => `- ${fault.split('\n')[0] ?? ''}`)
        .join('\n')}`;

/** Times as percentiles. */
export const percentiles = (first: string, rows: readonly (readonly [string, readonly number[]])[]): string =>
  table(
    [first, 'how many', 'p50', 'p95', 'p99', 'longest'],
    rows.map(([name, times]) => [
      name,
      times.length.toLocaleString('en-US'),
      ...[50, 95, 99, 100].map((percent) => milliseconds(percentile(times, percent))),
    ]),
  );
