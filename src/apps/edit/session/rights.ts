import type { Right } from '../../../code-host/code-host.ts';

/** A right as GitHub's page for tokens names it. */
interface NamedRight {
  right: Right | 'metadata';
  name: string;
  level: 'Read-only' | 'Read and write';
  /** What it is for. */
  use: string;
  /** Whether words can be changed without it. */
  optional: boolean;
}

/** What a token for the editor needs, and no more. `checks` can't be given to one. */
export const RIGHTS: readonly NamedRight[] = [
  { right: 'contents', name: 'Contents', level: 'Read and write', use: 'to save words', optional: false },
  { right: 'pull-requests', name: 'Pull requests', level: 'Read and write', use: 'to propose them', optional: false },
  {
    right: 'statuses',
    name: 'Commit statuses',
    level: 'Read-only',
    use: 'to say whether the site can be built',
    optional: true,
  },
  { right: 'deployments', name: 'Deployments', level: 'Read-only', use: 'to find the preview', optional: true },
  { right: 'metadata', name: 'Metadata', level: 'Read-only', use: 'GitHub adds it by itself', optional: true },
];

/** Those of the missing rights without which nothing can be done. */
export const blocking = (missing: readonly Right[]) =>
  RIGHTS.filter(({ right, optional }) => !optional && missing.some((one) => one === right));

/** Those of the missing rights without which less is shown. */
export const limiting = (missing: readonly Right[]) =>
  RIGHTS.filter(({ right, optional }) => optional && missing.some((one) => one === right));
