import type { ReadableAtom } from 'nanostores';
import type { Check, Preview, Pull } from '../../../code-host/code-host.ts';
import type { Difference, Mistake, Question, Questions } from '../../../editing/protocol.ts';
import { messageOfWords, type Words } from '../proposal/title-and-body.ts';

/** What is being edited. */
export interface Work {
  /** The branch of the proposal; undefined until the first save. */
  branch: string | undefined;
  /** The name of the default branch. */
  main: string;
  /** Undefined until it is proposed. */
  pull: Pull | undefined;
  /** How many commits it has: saves, and pictures. */
  commits: number;
  /** The files that it changes beside words and pictures: somebody has put them there with git. */
  otherFiles: readonly string[];
  /** The proposal before this one, if it was merged or closed in this session. */
  ended?: Pull;
  /** The branch before this one, if somebody has deleted it in this session. */
  lost?: string;
}

/** What a proposal changes. */
export interface Changes {
  /** Against the state of the site at which it began. */
  differences: readonly Difference[];
  /** A suggestion: the title in its first line, then an empty line, then the body. */
  message: string;
  /** Files that somebody else has changed on the site since it began. A developer has to bring both together. */
  overtaken: readonly string[];
}

/** A branch that can be continued. */
export interface Own {
  branch: string;
  pull: Pull | undefined;
}

/** Answers the editor's questions over a code host. Every method can throw a `CodeHostError`. */
export interface EditHost {
  ask: <Name extends Question>(name: Name, question: Questions[Name]['question']) => Promise<Questions[Name]['answer']>;
  $work: ReadableAtom<Work>;
  /** A picture of the branch as a `data:` URL, by its address on the site; undefined if there is none. */
  picture(address: string): Promise<string | undefined>;
  /** What has been saved and is not on the site yet. */
  proposal(): Promise<Changes>;
  /**
   * Opens a draft, or changes the text of the one that is open.
   *
   * @param over the text that is replaced, '' for none; without it, whatever is there
   * @throws MistakesError if a build of the site would stop
   * @throws OverwriteError if somebody has changed the text meanwhile
   */
  propose(text: Words & { over?: string }): Promise<Pull>;
  /** Marks the draft as ready for review. */
  ready(): Promise<void>;
  /** What is known of the last commit of the proposal. If it was merged or closed meanwhile, a new one begins. */
  refreshChecks(): Promise<{ checks: readonly Check[]; preview: Preview | undefined }>;
  /** Other open proposals, and the files that they change. */
  others(): Promise<readonly { pull: Pull; files: readonly string[] }[]>;
  /** The branches that can be continued, newest first. */
  mine(): Promise<readonly Own[]>;
  /** Continues a proposal, or begins a new one. The list of all content has to be read again after it. */
  choose(branch: string | undefined): Promise<void>;
}

/** A text of a proposal that would be lost. */
export class OverwriteError extends Error {
  override name = 'OverwriteError';
  /** As it is now. */
  readonly current: string;

  constructor(pull: Words) {
    super(
      `Somebody has changed it meanwhile. It says now: “${[pull.title, pull.body].filter(Boolean).join(' / ')}”. To replace that, press once more.`,
    );
    this.current = messageOfWords(pull);
  }
}

/** A proposal that would stop a build of the site. */
export class MistakesError extends Error {
  override name = 'MistakesError';
  /** Each with its place, in `elsewhere`, unless its file is missing or none of the site. */
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super('The site can’t be built with these words yet. Correct what is listed, save, and propose again.');
    this.mistakes = mistakes;
  }
}
