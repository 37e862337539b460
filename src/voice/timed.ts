import type { StageEvent } from './call-events.ts';

/** Reports the beginning, the end and the duration of one of our own stages of a start. Settles like the work. */
export async function timed<Result>(
  stage: string,
  work: Promise<Result>,
  report: (event: StageEvent) => void,
): Promise<Result> {
  const began = performance.now();
  report({ type: 'stage', stage, status: 'started' });
  const settled = (status: 'completed' | 'failed') =>
    report({ type: 'stage', stage, status, duration: Math.round(performance.now() - began) });
  try {
    const result = await work;
    settled('completed');
    return result;
  } catch (error) {
    settled('failed');
    throw error;
  }
}
