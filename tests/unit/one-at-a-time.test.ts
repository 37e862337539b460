import { expect, it } from 'vitest';
import { oneAtATime } from '../../src/lib/one-at-a-time.ts';

it('runs once at a time, and once more for all that came meanwhile', async () => {
  const endings: (() => void)[] = [];
  const act = oneAtATime(() => new Promise<void>((end) => endings.push(end)));
  const finish = async (run: number) => {
    endings[run - 1]?.();
    await new Promise((done) => setImmediate(done));
  };
  act();
  act();
  act();
  expect(endings).toHaveLength(1);
  await finish(1);
  expect(endings).toHaveLength(2);
  await finish(2);
  expect(endings).toHaveLength(2);
  act();
  expect(endings).toHaveLength(3);
  await finish(3);
});
