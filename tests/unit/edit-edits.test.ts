import { describe, expect, it } from 'vitest';
import { createEdit, isOutcome, removeEdit, saveEdit, undoEdit, type Planned } from '../../src/editing/files/edits.ts';
import type { Edit } from '../../src/editing/files/edit.ts';
import { list } from '../../src/editing/files/entries.ts';
import { branchName, messageOf, subjectOf } from '../../src/editing/files/message.ts';
import { TEXT } from '../../src/editing/protocol.ts';
import { copySource } from '../setup/copy-source.ts';

const TOASTS = 'content/forms/toasts.yaml';
const STAGES = 'content/journey/';
const source = copySource();
const [stage = ''] = source.files().filter((file) => file.startsWith(STAGES));
const hash = (file: string) => source.version(file);
const dismiss = (value: string) => [{ do: 'set', path: ['dismiss'], value } as const];

function edited(planned: Planned): Edit {
  if (isOutcome(planned)) throw new Error(`It ended: ${planned.end}`);
  return planned;
}

describe('a save', () => {
  it('changes the file as it was read', () => {
    const { before, after } = edited(saveEdit(source, { file: TOASTS, hash: hash(TOASTS), changes: dismiss('Oh no') }));
    expect(before).toBe(source.read(TOASTS));
    expect(after).toContain('dismiss: Oh no\n');
  });

  it('is a conflict if somebody has changed the file, and shows theirs', () => {
    const theirs = copySource({ [TOASTS]: (source.read(TOASTS) ?? '').replace(/dismiss: .*/, 'dismiss: Theirs') });
    expect(saveEdit(theirs, { file: TOASTS, hash: hash(TOASTS), changes: dismiss('Ours') })).toMatchObject({
      end: 'conflict',
      theirs: { file: TOASTS, hash: theirs.version(TOASTS) },
    });
  });

  it('with a mistake is told at its field', () => {
    expect(saveEdit(source, { file: TOASTS, hash: hash(TOASTS), changes: dismiss('x'.repeat(500)) })).toMatchObject({
      end: 'mistakes',
      mistakes: [{ path: ['dismiss'] }],
    });
  });

  it('of a text with code is told at the text', () => {
    const file = 'content/legal/privacy-policy.mdx';
    const changes = [{ do: 'set', path: [TEXT, 0], value: 'Hello {alert(1)}' } as const];
    expect(saveEdit(source, { file, hash: hash(file), changes })).toMatchObject({
      end: 'mistakes',
      mistakes: [{ path: [TEXT] }],
    });
  });

  it('of a file that is gone says so', () => {
    const gone = copySource({ [stage]: null });
    expect(() => saveEdit(gone, { file: stage, hash: hash(stage), changes: [] })).toThrow('no longer exists');
  });
});

describe('a new file', () => {
  it('is a copy with other words', () => {
    const changes = [{ do: 'set', path: ['title'], value: 'Another stage' } as const];
    const edit = edited(createEdit(source, { folder: STAGES, name: 'another', from: stage, changes }));
    expect(edit).toMatchObject({ file: `${STAGES}another.mdx`, before: null });
    expect(edit.after).toContain('Another stage');
  });

  it.each([['Has Spaces'], [''], ['ä'], ['../a'], ['a.mdx'], [(stage.split('/').at(-1) ?? '').replace('.mdx', '')]])(
    'can not have the name %s',
    (name) => {
      expect(createEdit(source, { folder: STAGES, name, from: stage, changes: [] })).toMatchObject({
        end: 'mistakes',
        mistakes: [{ path: ['(name)'] }],
      });
    },
  );

  it.each([
    ['content/legal/', 'desk', 'content/legal/terms-of-service.mdx'],
    ['content/research/publications/', 'index', 'content/research/publications/automation.mdx'],
  ])('in %s can not have the name %s of another page', (folder, name, from) => {
    expect(createEdit(source, { folder, name, from, changes: [] })).toEqual({
      end: 'mistakes',
      mistakes: [{ path: ['(name)'], message: 'Name is taken by another page. Give the file another name.' }],
    });
  });

  it('is told all that is wrong with it at once, its name included', () => {
    const changes = [{ do: 'set', path: ['title'], value: '' } as const];
    expect(createEdit(source, { folder: STAGES, name: '', from: stage, changes })).toMatchObject({
      end: 'mistakes',
      mistakes: [
        { path: ['title'] },
        { path: ['(name)'], message: expect.stringContaining('Give it a name') as string },
      ],
    });
  });

  it.each([['content/'], ['content/forms/'], ['src/pages/'], ['../']])('can not be in %s', (folder) => {
    expect(() => createEdit(source, { folder, name: 'x', changes: [] })).toThrow('No files can be added to');
  });
});

describe('a removal', () => {
  it('is of a file that the site can do without', () => {
    expect(removeEdit(source, { file: stage, hash: hash(stage) })).toMatchObject({ file: stage, after: null });
    expect(() => removeEdit(source, { file: TOASTS, hash: hash(TOASTS) })).toThrow('The site needs');
  });

  it('is a conflict if somebody has changed the file', () => {
    expect(removeEdit(source, { file: stage, hash: 'another' })).toMatchObject({ end: 'conflict' });
  });
});

it('undoing a save keeps what was saved after it', () => {
  const first = edited(saveEdit(source, { file: TOASTS, hash: hash(TOASTS), changes: dismiss('One') }));
  const between = copySource({ [TOASTS]: first.after });
  const changes = [{ do: 'set', path: ['region'], value: 'Two' } as const];
  const second = edited(saveEdit(between, { file: TOASTS, hash: between.version(TOASTS), changes }));
  const now = copySource({ [TOASTS]: second.after });
  const saves = [first, second].map((edit, index) => ({ ...edit, save: index + 1, undone: false }));
  const { after } = edited(undoEdit(now, saves, 1));
  expect(after).toBe((source.read(TOASTS) ?? '').replace(/region: .*/, 'region: Two'));
  expect(() => undoEdit(now, saves, 3)).toThrow('can no longer be undone');
});

it('the list has every file, and shows a damaged one, too', () => {
  const damaged = copySource({ [stage]: '---\ntitle: "\n---\n' });
  const { files } = list(damaged);
  expect(files.map(({ file }) => file)).toEqual(source.files());
  expect(files.find(({ file }) => file === stage)?.texts).toEqual([]);
});

describe('words for a commit', () => {
  const difference = { file: TOASTS, where: 'Forms: Messages › Title', before: 'a', after: 'b' };

  it('name the place, or how many there are', () => {
    expect(subjectOf([difference])).toBe('Edit Forms: Messages');
    expect(subjectOf([difference, { ...difference, where: 'Forms: Others › Title' }])).toBe('Edit 2 texts in 2 places');
    expect(messageOf([difference])).toBe('Edit Forms: Messages\n\n- Forms: Messages › Title: “a” → “b”');
    expect(messageOf([{ file: TOASTS, where: 'Forms: Messages', says: '“a” hidden' }])).toMatch(/: “a” hidden$/);
  });

  it('make a branch with a name that no other has or had', () => {
    const name = () => branchName('words/', 'Edit Forms: Messages', new Date('2027-05-31T12:00:00Z'));
    expect(name()).toMatch(/^words\/2027-05-31-edit-forms-messages-[0-9a-f]{6}$/);
    expect(name()).not.toBe(name());
  });
});
