import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { watchFunctions } from './watch-functions.ts';

it(
  'the functions get every save of a file that is replaced, as many editors do, not only the first',
  { tags: ['exhaustive'] },
  async () => {
    const file = join(projectFolder, 'content/site.yaml');
    const drafts = join(projectFolder, '.local');
    mkdirSync(drafts, { recursive: true });
    const save = () => {
      copyFileSync(file, join(drafts, 'site.yaml'));
      renameSync(join(drafts, 'site.yaml'), file);
    };
    const onChange = vi.fn();
    const stop = watchFunctions(onChange);
    const options = { interval: 500, timeout: 5000 };
    // Saves until watching has begun.
    await vi.waitFor(() => {
      save();
      expect(onChange).toHaveBeenCalled();
    }, options);
    for (const _ of [2, 3, 4]) {
      onChange.mockClear();
      save();
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), options);
    }
    stop();
  },
);
