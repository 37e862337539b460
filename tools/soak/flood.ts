import { atOnce } from './at-once.ts';
import type { Submission } from './submissions.ts';
import { visit, type Target, type Visit } from './visit.ts';

/** The results of a flood of submissions. */
export interface Flood {
  /** Milliseconds for each step of all submissions. */
  times: Record<'insert' | 'upload' | 'notification', number[]>;
  /** The total, in milliseconds. */
  lasted: number;
  confirmed: Submission[];
  /** Unexpected responses, one line each. */
  faults: string[];
}

const isRight = ({ step, status }: Visit['answers'][number]) => status === (step === 'insert' ? 201 : 200);

/** Sends every submission once, this many at a time. None of them has a reason to be refused. */
export async function flood(target: Target, submissions: readonly Submission[], width: number): Promise<Flood> {
  const result: Flood = {
    times: { insert: [], upload: [], notification: [] },
    lasted: 0,
    confirmed: [],
    faults: [],
  };
  const start = performance.now();
  await atOnce(submissions, width, async (submission) => {
    const { outcome, answers } = await visit(target, submission);
    if (outcome === 'stored') result.confirmed.push(submission);
    else result.faults.push(`${submission.table} ${submission.id} was refused: ${outcome}`);
    for (const answer of answers) {
      result.times[answer.step].push(answer.ms);
      if (!isRight(answer))
        result.faults.push(`${submission.table} ${submission.id}: ${answer.step} was answered ${answer.status}`);
    }
  });
  result.lasted = performance.now() - start;
  return result;
}
