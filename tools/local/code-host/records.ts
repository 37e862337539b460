import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Fault } from '../../../src/lib/fault.ts';
import type { ReportedCheck, ReportedDeployment, ReportedStatus } from './options.ts';

/** A pull request. Times are in milliseconds. */
export interface Pull {
  number: number;
  title: string;
  body: string | null;
  branch: string;
  author: string;
  draft: boolean;
  state: 'open' | 'closed';
  created: number;
  updated: number;
  /** The commits that somebody has approved. */
  approved: string[];
  /** The commit on main, if it was merged. */
  merged?: string;
}

export interface Status extends ReportedStatus {
  id: number;
  commit: string;
  at: number;
}

export interface CheckRun extends ReportedCheck {
  id: number;
  commit: string;
  at: number;
}

export interface DeploymentStatus extends Omit<ReportedDeployment, 'environment'> {
  id: number;
  at: number;
}

export interface Deployment {
  id: number;
  commit: string;
  environment: string;
  at: number;
  /** The newest first. */
  statuses: DeploymentStatus[];
}

interface Kept {
  pulls: Pull[];
  statuses: Status[];
  checks: CheckRun[];
  deployments: Deployment[];
}

/** What a code host knows besides its repository, in a file. */
export interface Records {
  readonly pulls: readonly Pull[];
  addPull(pull: Omit<Pull, 'number' | 'created' | 'updated'>): Pull;
  changePull(pull: Pull, changes: Partial<Pull>): Pull;
  /** The newest first. */
  statusesOf(commit: string): readonly Status[];
  addStatus(commit: string, status: ReportedStatus): void;
  checksOf(commit: string): readonly CheckRun[];
  /** Adds a check run, or replaces the one of that name. */
  addCheck(commit: string, check: ReportedCheck): void;
  /** The newest first. */
  readonly deployments: readonly Deployment[];
  /** Adds a status to a commit's deployment to an environment, and the deployment if there is none. */
  addDeployment(commit: string, deployment: ReportedDeployment): void;
}

/**
 * @param now the time in milliseconds
 * @throws Fault when the file is damaged
 */
export function openRecords(file: string, now: () => number): Records {
  const kept: Kept = read(file);
  const { pulls, statuses, checks, deployments } = kept;
  const all = [...statuses, ...checks, ...deployments, ...deployments.flatMap((deployment) => deployment.statuses)];
  let last = all.reduce((largest, { id }) => Math.max(largest, id), 0);

  /** Renamed into place: a crash leaves no partial file. */
  function save(): void {
    writeFileSync(`${file}.new`, JSON.stringify(kept, null, 2));
    renameSync(`${file}.new`, file);
  }

  return {
    pulls,
    addPull(given) {
      const at = now();
      const pull: Pull = {
        number: Math.max(0, ...pulls.map(({ number }) => number)) + 1,
        created: at,
        updated: at,
        ...given,
      };
      pulls.push(pull);
      save();
      return pull;
    },
    changePull(pull, changes) {
      Object.assign(pull, changes, { updated: now() });
      save();
      return pull;
    },
    statusesOf: (commit) => statuses.filter((status) => status.commit === commit),
    addStatus(commit, given) {
      statuses.unshift({ id: ++last, commit, at: now(), ...given });
      save();
    },
    checksOf: (commit) => checks.filter((check) => check.commit === commit),
    addCheck(commit, given) {
      const before = checks.findIndex((check) => check.commit === commit && check.name === given.name);
      if (before !== -1) checks.splice(before, 1);
      checks.unshift({ id: ++last, commit, at: now(), ...given });
      save();
    },
    deployments,
    addDeployment(commit, { environment, ...status }) {
      let deployment = deployments.find((one) => one.commit === commit && one.environment === environment);
      if (!deployment) {
        deployment = { id: ++last, commit, environment, at: now(), statuses: [] };
        deployments.unshift(deployment);
      }
      deployment.statuses.unshift({ id: ++last, at: now(), ...status });
      save();
    },
  };
}

function read(file: string): Kept {
  if (!existsSync(file)) return { pulls: [], statuses: [], checks: [], deployments: [] };
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    throw new Fault(
      `${file} can't be read (${(error as Error).message}).\nDelete it to go on without the pull requests that it holds.`,
    );
  }
}
