/** What a token can allow. `checks` is only for GitHub Apps; nothing depends on it. */
export type Right = 'contents' | 'pull-requests' | 'statuses' | 'deployments' | 'checks';

/** Who has signed in. */
export interface Account {
  login: string;
  /** When the token expires (ISO 8601); undefined if the host does not say. */
  expires?: string;
  /** The rights that `/edit` needs and the token does not give. Without `contents`, nothing can be changed. */
  missing: readonly Right[];
}

/** A text file of a branch. */
export interface HostFile {
  text: string;
  /** The id of its blob: the same for the same bytes. */
  oid: string;
}

/** A branch as of one commit. */
export interface Branch {
  name: string;
  /** The commit. */
  head: string;
  /** The copy files in `content/`, by their path. */
  files: ReadonlyMap<string, HostFile>;
  /** The names of the files in `public/pictures`. */
  pictures: ReadonlySet<string>;
}

/** One file of a commit. */
export interface FileChange {
  path: string;
  /** A text for a copy file, bytes for a picture; null deletes it. */
  content: string | Uint8Array | null;
}

/** A commit of a branch that is not on the default branch. */
export interface Commit {
  oid: string;
  /** Its first parent. */
  parent: string;
  /** Whether it has another parent: it brings in what others have done. */
  isMerge: boolean;
  subject: string;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  author: string;
}

/** What a branch has and another has not. */
export interface Comparison {
  /** The commit at which they parted. */
  mergeBase: string;
  /** Oldest first. */
  commits: readonly Commit[];
  /** The paths of all files that the commits change together. */
  files: readonly string[];
}

/** A proposal. */
export interface Pull {
  id: string;
  number: number;
  title: string;
  body: string;
  branch: string;
  /** The commit. */
  head: string;
  author: string;
  draft: boolean;
  /** Neither merged nor closed. */
  open: boolean;
  /** Its page at the host. */
  url: string;
  /** Milliseconds since 1970. */
  updated: number;
}

/** What a service says about a commit, for example the build of the site. */
export interface Check {
  name: string;
  state: 'pending' | 'success' | 'failure';
  /** The service's sentence; may be empty. */
  description: string;
  url?: string;
}

/** The site as it is with a commit. */
export interface Preview {
  state: 'pending' | 'ready' | 'failed';
  url?: string;
  description?: string;
}

/** A repository at GitHub, or at a stand-in for it. Every method throws one of the errors in `errors.ts`. */
export interface CodeHost {
  account(): Promise<Account>;
  /** The name of the default branch. */
  main(): Promise<string>;
  /** A branch and its files; undefined if there is none. */
  branch(name: string): Promise<Branch | undefined>;
  /** All branches whose name begins so. The author is that of the last commit. */
  branches(prefix: string): Promise<readonly { name: string; head: string; author?: string }[]>;
  /** Creates a branch at a commit. */
  begin(name: string, at: string): Promise<void>;
  /** Adds a commit to a branch, whose head must be `head`. Returns the new head. */
  commit(change: { branch: string; head: string; files: readonly FileChange[]; message: string }): Promise<string>;
  /** What `head` has and `base` has not. */
  compare(base: string, head: string): Promise<Comparison>;
  /** The blob of each file in `content/` and `public/pictures`, by its path, at each commit. */
  listings(commits: readonly string[]): Promise<readonly ReadonlyMap<string, string>[]>;
  /** The text of a file at a commit; null if there is none. */
  textAt(commit: string, path: string): Promise<string | null>;
  /** The bytes of a blob, in base64. */
  blob(oid: string): Promise<string>;
  /** The proposals from branches `words/*` of this repository that are open or were lately, newest first. */
  pulls(): Promise<readonly Pull[]>;
  /** The proposal of a branch: the one that is open, or else the last one, which was merged or closed. */
  pullOf(branch: string): Promise<Pull | undefined>;
  /** Opens a draft. */
  propose(pull: { branch: string; title: string; body: string }): Promise<Pull>;
  update(pull: { number: number; title: string; body: string }): Promise<Pull>;
  /** Marks a draft as ready for review. */
  ready(pull: Pull): Promise<void>;
  checks(commit: string): Promise<readonly Check[]>;
  /** undefined while nothing has begun to build it. */
  preview(commit: string): Promise<Preview | undefined>;
}
