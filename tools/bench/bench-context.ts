import type { Sites } from './sites.ts';

/** The input of every bench. */
export interface BenchContext {
  sites: Sites;
  /** How often each thing is measured; the median is reported. */
  runs: number;
  /** A built folder of another site, to be measured side by side. */
  against: string | undefined;
  /** The name of that site. */
  rival: string;
  /** The command that runs one bench alone. */
  command: (name: string) => string;
}
