/** What GitHub lets a token be given for one repository. A fine-grained token can't have `checks`. */
export interface Rights {
  contents: 'none' | 'read' | 'write';
  pull_requests: 'none' | 'read' | 'write';
  statuses: 'none' | 'read' | 'write';
  deployments: 'none' | 'read' | 'write';
  checks: 'none' | 'read';
}

/** What `/edit` asks for, and no more. */
export const EDITOR_RIGHTS: Rights = {
  contents: 'write',
  pull_requests: 'write',
  statuses: 'read',
  deployments: 'read',
  checks: 'none',
};

/** Who a token is for, and what it may do. */
export interface TokenOptions {
  /** The account's name. */
  login: string;
  /** Those that are left out are the editor's. */
  rights?: Partial<Rights>;
  /** Milliseconds since 1970; without it, the token does not expire. */
  expires?: number;
  /** The token itself, for one that stays the same between two starts. */
  token?: string;
}

/** How much GitHub lets one account do. */
export interface Limits {
  /** Requests in an hour. */
  requests: number;
  /** Requests that make or change something, in a minute. */
  writes: number;
}

/** The GitHub App with which people sign in. */
export interface App {
  id: string;
  secret: string;
  /** Where it may send people back to: exactly one of these addresses. */
  callbacks: readonly string[];
}

/** A site that was built for a commit, and is served. */
export interface BuiltPreview {
  url: string;
  close(): Promise<void>;
}

/**
 * Builds the site with the files of a commit, and serves it.
 *
 * @param files a folder with the commit's content/ and public/pictures/; it is the builder's, to move or delete
 * @throws Fault with the sentence of the build when it fails
 */
export type BuildPreview = (files: string, signal: AbortSignal) => Promise<BuiltPreview>;

export interface CodeHostOptions {
  /** Where the repository is kept, and what the host knows besides. */
  folder: string;
  /** The folder whose content/ and public/pictures/ main holds; the project by default. */
  project?: string;
  /** Without it, nobody can sign in with an App. */
  app?: App;
  /** Without it, a proposal gets no statuses and deployments, except those that a test reports. */
  buildPreview?: BuildPreview;
  limits?: Partial<Limits>;
  /** The time in milliseconds. */
  now?: () => number;
}

/** A commit status, as a continuous integration service reports it. */
export interface ReportedStatus {
  context: string;
  state: 'error' | 'failure' | 'pending' | 'success';
  description?: string;
  target_url?: string;
}

/** A check run, as GitHub Actions reports it. */
export interface ReportedCheck {
  name: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled' | 'skipped' | 'timed_out';
  title?: string;
  summary?: string;
}

/** The state of a commit's deployment, as the service that deploys it reports it. */
export interface ReportedDeployment {
  environment: string;
  state: 'error' | 'failure' | 'inactive' | 'in_progress' | 'queued' | 'pending' | 'success';
  description?: string;
  environment_url?: string;
}

/** A stand-in for GitHub on one machine, with one repository. */
export interface LocalCodeHost {
  /** The site's PUBLIC_CODE_HOST, and the functions' CODE_HOST_URL: the API and the pages are both below it. */
  url: string;
  /** `local/site` */
  repository: string;
  /** The bare repository, for `git --git-dir`. */
  gitFolder: string;
  /** Makes a token that can be pasted. */
  makeToken(options: TokenOptions): string;
  /** Reports a status of a commit, as the build of a proposal does. */
  reportStatus(commit: string, status: ReportedStatus): void;
  /** Reports a check run of a commit, which a fine-grained token can't read. */
  reportCheck(commit: string, check: ReportedCheck): void;
  /** Reports a deployment of a commit; the same environment again adds a status to it. */
  reportDeployment(commit: string, deployment: ReportedDeployment): void;
  /** Resolves once no preview is being built. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
