import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The source of docs/editing.md. */
export const GUIDE = readFileSync('docs/editing.md', 'utf8');

/** A step of an example, on a file in content/. */
export type Edit =
  | { does: 'change'; file: string; before: string; after: string }
  | { does: 'copy'; file: string; to: string }
  | { does: 'rename'; file: string; to: string }
  | { does: 'delete'; file: string };

/** An example of the guide: a task, with its edits in order. */
export interface Example {
  task: string;
  edits: Edit[];
}

/** A section of the guide, up to the next heading of the same level. */
export function guidePart(heading: string): string {
  const [, part] = GUIDE.split(`\n## ${heading}\n`);
  if (part === undefined) throw new Error(`docs/editing.md has no part "${heading}".`);
  return part.split('\n## ')[0] ?? '';
}

/** One side of a diff, before or after. */
const side = (diff: string, sign: '-' | '+') =>
  diff
    .split('\n')
    .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(sign))
    .map((line) => line.slice(1))
    .join('\n');

const STEP =
  /(?<does>Copy|Rename|Delete|In) `(?<file>content\/[^`]+)`(?: to `(?<to>[^`]+)`)?|```diff\n(?<diff>[^]*?)\n```/g;

function editsOf(text: string): Edit[] {
  let current = '';
  return [...text.matchAll(STEP)].flatMap(({ groups = {} }): Edit[] => {
    const { does, file = '', to = '', diff } = groups;
    if (diff !== undefined) return [{ does: 'change', file: current, before: side(diff, '-'), after: side(diff, '+') }];
    current = to === '' ? file : to;
    if (does === 'In') return [];
    if (does === 'Delete') return [{ does: 'delete', file }];
    return does === 'Copy' ? [{ does: 'copy', file, to }] : [{ does: 'rename', file, to }];
  });
}

/** Every task of the guide. */
export const examples = (): Example[] =>
  guidePart('Tasks')
    .split('\n### ')
    .slice(1)
    .map((text) => ({ task: text.split('\n')[0] ?? '', edits: editsOf(text) }));

/**
 * Applies an edit of an example to a folder that contains content/.
 *
 * @throws Error when the file does not contain the lines of the example exactly once
 */
export function applyEdit(edit: Edit, root: string): void {
  const path = join(root, edit.file);
  if (edit.does === 'delete') rmSync(path);
  else if (edit.does === 'copy') cpSync(path, join(root, edit.to), { errorOnExist: true, force: false });
  else if (edit.does === 'rename') renameSync(path, join(root, edit.to));
  else {
    const found = `\n${readFileSync(path, 'utf8')}`.split(`\n${edit.before}\n`);
    if (found.length !== 2) throw new Error(`${edit.file} has this ${found.length - 1} times:\n${edit.before}`);
    writeFileSync(path, found.join(edit.after === '' ? '\n' : `\n${edit.after}\n`).slice(1));
  }
}
