import { afterEach, expect, it } from 'vitest';
import { unseenChanges } from '../../src/editing/client/unseen.ts';
import { $entries, $panel, drafts } from '../../src/editing/client/state.ts';
import { formOfFile } from '../../src/editing/core/file-form.ts';
import type { Field } from '../../src/editing/core/field.ts';
import type { Change, Path } from '../../src/editing/protocol.ts';

const FILE = 'content/home/hero.mdx';
const base = { kind: 'hero', badge: 'A', heading: 'B', lead: 'C', route: ['One', 'Two', 'Three'] };

afterEach(() => {
  drafts.drop(FILE);
  $panel.set(null);
});

/** What a save asks about when a form shows some values of a file with unsaved changes. */
function unseen(paths: readonly Path[], changes: readonly Change[]): string[] {
  const form = formOfFile(FILE) as Field;
  $entries.set({ [FILE]: { file: FILE, title: 'Hero', hash: 'a', data: base, form } });
  drafts.put({ file: FILE, title: 'Hero', hash: 'a', base, changes, sealed: 0, at: 1 });
  $panel.set({ kind: 'form', file: FILE, paths, all: paths.length === 0 });
  return unseenChanges(FILE);
}

const set = (path: Path, value: string): Change => ({ do: 'set', path, value });
const badge = set(['badge'], 'Half a');
const heading = set(['heading'], 'New');

it.each<[string, Path[], Change[], string[]]>([
  ['what the form shows', [['heading']], [heading], []],
  ['another value of the same file', [['heading']], [badge, heading], ['Badge']],
  ['nothing if the form shows all', [], [badge, heading], []],
  ['an entry of a list beside the one that is shown', [['route', 0]], [set(['route', 1], 'X')], ['Route › 2']],
  [
    'an entry before which another was added',
    [['route', 0]],
    [set(['route', 0], 'X'), { do: 'insert', path: ['route', 0], value: 'Y' }],
    ['Route › 2'],
  ],
  ['nothing if the entry that is shown has moved', [['route', 0]], [{ do: 'move', path: ['route', 1], to: 0 }], []],
  ['an entry that has moved in another list', [['heading']], [{ do: 'move', path: ['route', 1], to: 0 }], ['Route']],
  ['a removed entry, as its list', [['route', 0]], [{ do: 'remove', path: ['route', 2] }], ['Route']],
  ['nothing if its list is shown', [['route']], [{ do: 'remove', path: ['route', 2] }], []],
])('a save asks about %s', (_what, paths, changes, asked) => {
  expect(unseen(paths, changes)).toEqual(asked);
});
