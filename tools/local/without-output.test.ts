import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = new URL('without-output.ts', import.meta.url).href;
/** Prints whatever nobody has caught, as `npm start` does, and two lines; ends with 7 if there was nothing else. */
const PROGRAM = `
  import { setTimeout as wait } from 'node:timers/promises';
  const { goOnWithoutOutput } = await import(${JSON.stringify(MODULE)});
  let caught = 0;
  process.setUncaughtExceptionCaptureCallback(() => { caught += 1; });
  goOnWithoutOutput();
  process.stdin.once('data', async () => {
    for (const line of ['one', 'two', 'three']) {
      console.log(line);
      console.error(line);
      await wait(50);
    }
    process.exit(caught === 0 ? 7 : 1);
  });
`;

it('a process goes on when whoever read its output is gone', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.write('go');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
