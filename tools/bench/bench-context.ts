import type { Sites } from './sites.ts';

/** What every bench is given. */
export interface BenchContext {
  sites: Sites;
  /** How often each thing is measured; what is reported is the median. */
  runs: number;
  /** A built folder of another site, to be measured side by side. */
  against: string | undefined;
  /** What that site is called. */
  rival: string;
  /** What to type to run one bench alone. */
  command: (name: string) => string;
}
