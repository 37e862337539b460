import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEditHost } from '../../src/apps/edit/host/open-edit-host.ts';
import { answerWith, Unreachable } from '../../src/editing/client/api.ts';
import { ofFile, placeInFile, placeInForm, placeOfMistake } from '../../src/editing/client/as-typed.ts';
import { change, discard, formData, forgetTyped, readEntry, shownIn } from '../../src/editing/client/entries.ts';
import { save } from '../../src/editing/client/saving.ts';
import { $entries, $notice, $panel, $pending, $troubles, drafts } from '../../src/editing/client/state.ts';
import { TEXT, type Change } from '../../src/editing/protocol.ts';
import { COPY_SOURCES } from '../setup/edit-sources.ts';
import { MemoryRepository } from '../setup/memory-repository.ts';

const TERMS = 'content/legal/terms-of-service.mdx';
const SITE = COPY_SOURCES.find(({ file }) => file === 'content/site.yaml')?.text ?? '';
const FIELDS = COPY_SOURCES.find(({ file }) => file === TERMS)?.text.split('\n---\n')[0] ?? '';
const source = (blocks: readonly string[]) => `${FIELDS}\n---\n\n${blocks.join('\n\n')}\n`;

let repository: MemoryRepository;
/** Whether nobody can be asked what has become of a save. */
let isDown = false;
/** Lets the answer arrive that is held back, or loses it; undefined while there is none. */
let arrive: ((isLost: boolean) => void) | undefined;

/** Opens a text in the editor, with its code host in memory. Answers to saves are held back until they are let through. */
async function open(blocks: readonly string[]): Promise<void> {
  repository = new MemoryRepository({ [TERMS]: source(blocks), 'content/site.yaml': SITE, 'src/code.ts': '' });
  const host = await openEditHost(repository.as('ada'), { login: 'ada', missing: [] }, () =>
    Promise.reject(new Error('No pictures here.')),
  );
  answerWith({
    async ask(name, question) {
      if (name === 'outcome' && isDown) throw new Unreachable('No answer.');
      // Whoever answers has been started again since.
      if (name === 'outcome') return null;
      const answer = await host.ask(name, question);
      if (name === 'save')
        await new Promise<void>((resolve, reject) => {
          arrive = (isLost) => (isLost ? reject(new Unreachable('No answer.')) : resolve());
        });
      return answer;
    },
    lost: 'No answer.',
    addressOf: (page) => page,
  });
  $panel.set({ kind: 'form', file: TERMS, paths: [], all: true });
  await readEntry(TERMS);
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/terms-of-service' });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  discard(TERMS);
  $panel.set(null);
  $pending.set(null);
  $notice.set(null);
  vi.unstubAllGlobals();
});

const shown = (): string[] => formData(TERMS)?.[TEXT] as string[];
const make = (made: Change) => change(TERMS, made);
const set = (index: number, value: string) => make({ do: 'set', path: [TEXT, index], value });
const type = (index: number, words: string) => set(index, `${shown()[index] ?? ''}${words}`);
const saving = () => save(TERMS, true);
async function answered(flight: Promise<void>, isLost = false): Promise<void> {
  await vi.waitUntil(() => arrive);
  arrive?.(isLost);
  arrive = undefined;
  await vi.runAllTimersAsync();
  await flight;
}
/** The paragraphs of the file, as the branch of the proposal has them. */
function saved(): string[] {
  const branch = repository.branches().findLast((name) => name !== 'main') ?? 'main';
  return (repository.text(branch, TERMS) ?? '').split('\n---\n')[1]?.trim().split('\n\n') ?? [];
}

it('a paragraph that a save splits can be typed on in', async () => {
  await open(['One.', 'Two.', 'Three.']);
  type(0, '\n\nA');
  type(1, '\n\nB');
  const flight = saving();
  type(1, ', and so on');
  type(2, ' More');
  await answered(flight);
  expect($notice.get()?.text).toBe('Saved. What you wrote since then is not saved yet.');
  expect($troubles.get()[TERMS]).toBeUndefined();
  expect(saved()).toEqual(['One.', 'A', 'Two.', 'B', 'Three.']);
  expect(shown()).toEqual(['One.\n\nA', 'Two.\n\nB, and so on', 'Three. More']);
  await answered(saving());
  expect(saved()).toEqual(['One.', 'A', 'Two.', 'B, and so on', 'Three. More']);
  expect(drafts.get(TERMS)).toBeUndefined();
  // What is typed next goes where the cursor is.
  type(1, '.');
  await answered(saving());
  expect(saved()).toEqual(['One.', 'A', 'Two.', 'B, and so on.', 'Three. More']);
});

it('a form keeps its fields as they were typed, until it is opened again', async () => {
  await open(['One.', 'Two.', 'Three.']);
  type(0, '\n\nA');
  type(1, ' and then ');
  make({ do: 'set', path: ['title'], value: 'Terms ' });
  const flight = saving();
  type(0, '!');
  await answered(flight);
  // Taken back.
  make({ do: 'set', path: [TEXT, 0], value: 'One.\n\nA' });
  expect(drafts.get(TERMS)).toBeUndefined();
  expect(shown()).toEqual(['One.\n\nA', 'Two. and then ', 'Three.']);
  type(1, 'next');
  await answered(saving());
  expect(saved()).toEqual(['One.', 'A', 'Two. and then next', 'Three.']);
  $panel.set(null);
  forgetTyped(TERMS);
  await readEntry(TERMS);
  expect(shown()).toEqual(saved());
});

it('words that have arrived without an answer are not added again', async () => {
  await open(['One.', 'Two.']);
  type(1, '\n\nB');
  const flight = saving();
  const typed = drafts.get(TERMS);
  await answered(flight);
  // As another tab had it that was closed meanwhile.
  $entries.set({});
  if (typed) drafts.put(typed);
  await readEntry(TERMS);
  await answered(saving());
  expect($notice.get()?.text).toBe('Saved.');
  expect(drafts.get(TERMS)).toBeUndefined();
  expect(saved()).toEqual(['One.', 'Two.', 'B']);
});

it('a hidden note in what arrived without an answer costs no paragraph', async () => {
  await open(['One.', 'Two.', 'Three.']);
  type(1, '\n\n{/* note */}\n\nB');
  isDown = true;
  await answered(saving(), true);
  isDown = false;
  type(1, ' more');
  for (let tries = 0; tries < 2 && drafts.get(TERMS); tries += 1) await answered(saving());
  expect(saved()).toEqual(['One.', 'Two.', '{/* note */}', 'B more', 'Three.']);
  make({ do: 'set', path: ['title'], value: 'Terms' });
  await answered(saving());
  expect(saved()).toEqual(['One.', 'Two.', '{/* note */}', 'B more', 'Three.']);
});

it('a mistake that is of no field stays one', () => {
  expect(placeOfMistake([], {})).toEqual([]);
  expect(placeOfMistake(['title'], {})).toEqual(['title']);
  expect(placeOfMistake([TEXT, 2], { [TEXT]: ['One.\n\nA', 'Two.'] })).toEqual([TEXT, 1]);
});

it('what somebody else has saved is not taken for it', async () => {
  await open(['- a\n- b']);
  make({ do: 'set', path: [TEXT, 0], value: '- a\n  - b' });
  repository.push('main', { [TERMS]: source(['- a\n- b']).replace('---\n', '---\n# A note.\n') });
  const flight = saving();
  await answered(flight);
  expect($notice.get()?.text).not.toBe('Saved.');
  await answered(saving());
  expect(saved()).toEqual(['- a\n  - b']);
});

it('a part of it is in the field that has the whole', async () => {
  await open(['One.', 'Two.', 'Three.']);
  type(1, '\n\nB');
  const flight = saving();
  type(1, ', and so on');
  await answered(flight);
  const form = shownIn(TERMS) ?? { base: {}, changes: [] };
  expect([0, 1, 2, 3].map((index) => placeInForm([TEXT, index], form))).toEqual(
    [0, 1, 1, 2].map((index) => [TEXT, index]),
  );
  expect([0, 1, 2].map((index) => placeInFile([TEXT, index], form))).toEqual([0, 1, 3].map((index) => [TEXT, index]));
});

it('what somebody else saves in another field or paragraph meanwhile is no question', async () => {
  await open(['One.', 'Two.', 'Three.']);
  type(1, '\n\nB');
  const flight = saving();
  type(1, ', and so on');
  await answered(flight);
  const branch = repository.branches().findLast((name) => name !== 'main') ?? '';
  const text = repository.text(branch, TERMS) ?? '';
  const theirs = text.replace(/^title: .*$/m, 'title: Theirs').replace('Three.', 'Three, says Ben.');
  repository.push(branch, { [TERMS]: theirs });
  await answered(saving());
  expect($troubles.get()[TERMS]).toBeUndefined();
  await answered(saving());
  expect(saved()).toEqual(['One.', 'Two.', 'B, and so on', 'Three, says Ben.']);
  expect(repository.text(branch, TERMS)).toContain('title: Theirs');
});

it('other changes are sent as they were made, and of a paragraph what has changed', () => {
  const moved: Change = { do: 'move', path: ['list', 0], to: 1 };
  const form = {
    base: { title: 'T ', list: ['a', 'b'], [TEXT]: ['One.\n\nA', 'Two.'] },
    inFile: { title: 'T', list: ['a', 'b'], [TEXT]: ['One.', 'A', 'Two.'] },
    changes: [moved, { do: 'set', path: [TEXT, 0], value: 'One.\n\nA!' } as const],
  };
  expect(ofFile(form).changes).toEqual([moved, { do: 'set', path: [TEXT, 1], value: 'A!' }]);
  const parts = { base: { [TEXT]: ['A.\n\nB.\n\nC.', 'D.'] }, inFile: { [TEXT]: ['A.', 'B.', 'C.', 'D.'] } };
  const setTo = (index: number, value: string): Change => ({ do: 'set', path: [TEXT, index], value });
  for (const [value, sent] of [
    ['A!\n\nB.\n\nC.', setTo(0, 'A!')],
    ['A.\n\nB!\n\nC.', setTo(1, 'B!')],
    ['A.\n\nB.\n\nC!', setTo(2, 'C!')],
    ['A.\n\nX.\n\nB.\n\nC.', setTo(1, 'X.\n\nB.')],
  ] as const)
    expect(ofFile({ ...parts, changes: [setTo(0, value)] }).changes).toEqual([sent]);
  // A list with empty lines between its items is one block.
  const list = { base: { [TEXT]: ['- a\n\nB.\n\nC.', 'D.'] }, inFile: { [TEXT]: ['- a', 'B.', 'C.', 'D.'] } };
  const longer = setTo(0, '- a\n\n- b\n\nB.\n\nC.');
  expect(ofFile({ ...list, changes: [longer] }).changes).toEqual([
    longer,
    { do: 'remove', path: [TEXT, 1] },
    { do: 'remove', path: [TEXT, 1] },
  ]);
});

it('a save that is refused after another form was opened is told, and why at its field', async () => {
  await open(['One.', 'Two.', 'Three.']);
  type(0, '\n\nA');
  type(1, ' [More](/nowhere).');
  const flight = saving();
  $panel.set({ kind: 'saves' });
  await answered(flight);
  expect($troubles.get()[TERMS]?.mistakes).toMatchObject([{ path: [TEXT, 1] }]);
  expect($notice.get()).toMatchObject({ tone: 'bad', text: expect.stringMatching(/^Not saved: /) as string });
});

/** What one person does with a text of at least one paragraph. */
type Deed =
  | { do: 'type' | 'type before' | 'split' | 'split inside' | 'insert' | 'remove' | 'move'; at: number }
  | { do: 'save' | 'answer' | 'lost answer' | 'no connection' | 'reopen' };

const DEED: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    do: fc.constantFrom('type', 'type before', 'split', 'split inside', 'insert', 'remove', 'move'),
    at: fc.nat(7),
  }),
  fc.record({ do: fc.constantFrom('save', 'answer', 'lost answer', 'no connection', 'reopen') }),
);

it(
  'whoever types on while their words are saved is asked nothing, and finds all of them in the file',
  { tags: ['exhaustive'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(DEED, { maxLength: 24 }), async (deeds) => {
        discard(TERMS);
        $pending.set(null);
        $troubles.set({});
        await open(['P0.', 'P1.', 'P2.']);
        let flight: Promise<void> | undefined;
        const end = async (how: Deed['do'] = 'answer') => {
          const now = flight;
          flight = undefined;
          isDown = how === 'no connection';
          if (now) await answered(now, how !== 'answer');
          isDown = false;
        };
        for (const [step, deed] of deeds.entries()) {
          const before = shown();
          const index = 'at' in deed ? deed.at % before.length : 0;
          if (deed.do === 'type') type(index, ` w${step}`);
          else if (deed.do === 'type before') set(index, `W${step} ${before[index] ?? ''}`);
          else if (deed.do === 'split inside') set(index, (before[index] ?? '').replace(' ', '\n\n'));
          else if (deed.do === 'split') type(index, `\n\nN${step}.`);
          else if (deed.do === 'insert') make({ do: 'insert', path: [TEXT, index], value: `I${step}.` });
          else if (deed.do === 'remove' && before.length > 1) make({ do: 'remove', path: [TEXT, index] });
          else if (deed.do === 'move') make({ do: 'move', path: [TEXT, index], to: step % before.length });
          else if (deed.do === 'save' && !flight && drafts.get(TERMS)) flight = saving();
          else if (/answer|connection/.test(deed.do)) await end(deed.do);
          else if (deed.do === 'reopen') await readEntry(TERMS);
          // Whatever is answered, the form shows what was typed.
          if (!('at' in deed) && deed.do !== 'save') expect(shown()).toEqual(before);
          expect($troubles.get()[TERMS]?.theirs).toBeUndefined();
        }
        const words = shown();
        await end();
        // The first save finds out what has arrived without an answer.
        for (let tries = 0; tries < 2 && drafts.get(TERMS); tries += 1) await answered(saving());
        expect($troubles.get()[TERMS]).toBeUndefined();
        expect(drafts.get(TERMS)).toBeUndefined();
        expect(saved()).toEqual(words.flatMap((block) => block.split('\n\n')));
      }),
      { numRuns: 40 },
    );
  },
);
