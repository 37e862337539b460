import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { printError } from '../../../src/lib/fault.ts';
import { PROPOSALS } from '../../../src/lib/proposal-branches.ts';
import { FULL_NAME, type Host } from './host.ts';
import type { BuildPreview, BuiltPreview, ReportedDeployment, ReportedStatus } from './options.ts';
import type { Records } from './records.ts';
import { writeWords } from './write-words.ts';

/** What the build is called beside others. */
const CONTEXT = 'site';
const ENVIRONMENT = 'preview';
/** Has the whole output of a build. */
const CHECK = 'build';
/** GitHub's limit for the description of a status (characters). */
const LONGEST = 140;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** The first sentence that says what is wrong in the words, or the last line of a build that says something else. */
export function sentenceOf(output: string): string {
  const [, file, mistake] = /(\S+) can't be used:\s*- (.*)/.exec(output) ?? [];
  if (file !== undefined && mistake !== undefined)
    return shortened(file === 'content' ? mistake : `${file}: ${mistake}`);
  return shortened(output.trim().split('\n').at(-1) ?? 'The build failed.');
}

/** What is built, in order. A commit that is not the newest of its branch any more is left out. */
export function openPreviews(host: Host, folder: string, build: BuildPreview) {
  const { records, repository } = host;
  /** By branch. */
  const served = new Map<string, { commit: string; preview: BuiltPreview }>();
  const waiting = new Map<string, string>();
  let building: { branch: string; stop: AbortController } | undefined;
  let work = Promise.resolve();
  let isClosed = false;

  const report = (
    commit: string,
    status: Omit<ReportedStatus, 'context'>,
    deployment: Omit<ReportedDeployment, 'environment'>,
  ): void => {
    records.addStatus(commit, { context: CONTEXT, ...status });
    records.addDeployment(commit, { environment: ENVIRONMENT, ...deployment });
  };
  const page = (commit: string) => `${host.url}/${FULL_NAME}/commit/${commit}`;

  function reportSkipped(commit: string): void {
    if (isClosed) {
      endPreview(records, commit, false);
      return;
    }
    const description = 'Not built, because a newer commit was pushed.';
    report(commit, { state: 'error', description }, { state: 'inactive', description });
  }

  async function retire(branch: string): Promise<void> {
    const before = served.get(branch);
    if (!before) return;
    served.delete(branch);
    endPreview(records, before.commit, true);
    await before.preview.close();
  }

  async function buildOne(branch: string, commit: string): Promise<void> {
    const stop = new AbortController();
    building = { branch, stop };
    const files = join(folder, `words-${randomUUID()}`);
    records.addDeployment(commit, { environment: ENVIRONMENT, state: 'in_progress' });
    try {
      await writeWords(repository, commit, files);
      const preview = await build(files, stop.signal);
      await retire(branch);
      if (stop.signal.aborted) {
        await preview.close();
        reportSkipped(commit);
        return;
      }
      served.set(branch, { commit, preview });
      report(
        commit,
        { state: 'success', description: 'The preview is ready.', target_url: preview.url },
        { state: 'success', environment_url: preview.url },
      );
      records.addCheck(commit, { name: CHECK, status: 'completed', conclusion: 'success', title: 'Built' });
    } catch (error) {
      if (stop.signal.aborted) {
        reportSkipped(commit);
        return;
      }
      const output = (error instanceof Error ? error.message : String(error)).replace(/\n\s*Stack trace:[^]*$/, '');
      const description = sentenceOf(output);
      report(commit, { state: 'failure', description, target_url: page(commit) }, { state: 'failure', description });
      records.addCheck(commit, {
        name: CHECK,
        status: 'completed',
        conclusion: 'failure',
        title: description,
        summary: output,
      });
    } finally {
      building = undefined;
      rmSync(files, { recursive: true, force: true });
    }
  }

  async function buildWaiting(): Promise<void> {
    for (const [branch, commit] of waiting) {
      waiting.delete(branch);
      if (!isClosed) await buildOne(branch, commit);
    }
  }

  return {
    /** Builds the commit of a proposal, and stops building an older one of it. */
    push(branch: string, commit: string): void {
      if (!branch.startsWith(PROPOSALS)) return;
      const before = waiting.get(branch);
      if (before !== undefined) reportSkipped(before);
      if (building?.branch === branch) building.stop.abort();
      waiting.set(branch, commit);
      report(commit, { state: 'pending', description: 'The preview is being built.' }, { state: 'queued' });
      records.addCheck(commit, { name: CHECK, status: 'queued' });
      work = work.then(buildWaiting).catch(printError);
    },
    /** Resolves once nothing is being built. */
    async settled(): Promise<void> {
      for (let before: Promise<void> | undefined; before !== work;) {
        before = work;
        await before;
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      building?.stop.abort();
      await work;
      for (const branch of [...served.keys()]) await retire(branch);
    },
  };
}

/** Says that a preview has ended, whether it was built or not. */
function endPreview(records: Records, commit: string, wasBuilt: boolean): void {
  records.addDeployment(commit, { environment: ENVIRONMENT, state: 'inactive' });
  records.addStatus(commit, {
    context: CONTEXT,
    state: wasBuilt ? 'success' : 'error',
    description: wasBuilt
      ? 'The preview was built, and is not served any more.'
      : 'The build was stopped. Save again to build the preview.',
  });
}

/** Ends what the last start has left behind: nothing builds or serves it any more. */
export function retireAll({ records }: Host): void {
  for (const { commit, environment, statuses } of [...records.deployments]) {
    const [{ state } = { state: 'inactive' }] = statuses;
    if (environment === ENVIRONMENT && state !== 'failure' && state !== 'inactive')
      endPreview(records, commit, state === 'success');
  }
}
