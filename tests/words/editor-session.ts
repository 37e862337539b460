/**
 * Edits one site for a long time, as somebody in the in-page editor does: random edits through the editor's own server,
 * of which some are undone later. Every twenty, the site has to build. A value that is undone has to be what it was.
 *
 *     npm run test:session -- --count 200 --seed 7
 */
import { parseArgs } from 'node:util';
import { sameValue, valueAt, type Data } from '../../src/editing/core/values.ts';
import { TEXT, type Change, type Outcome, type Path, type Value } from '../../src/editing/protocol.ts';
import { newId, startEditSite } from '../setup/edit-site.ts';
import { astro } from '../setup/project-copy.ts';
import { brief, diceOf, numberFrom, pick, rewritten, spotsIn, textOf, type Dice } from './draft.ts';

const BUILD_EVERY = 20;
/** One in this many steps undoes an earlier save. */
const UNDO_EVERY = 4;

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '20270531' } },
});
const dice = diceOf(Number(values.seed));
const site = await startEditSite();
const files = site
  .git('ls-files', 'content')
  .trim()
  .split('\n')
  .filter((file) => /\.(?:mdx|yaml)$/.test(file));

/** A save that can be undone, and the value that it changed. */
interface Made {
  save: number;
  file: string;
  path: Path;
  before: Value;
  after: Value;
  /** Whether entries of the file's lists have moved since, so that the value can be at another path. */
  moved: boolean;
}
let made: Made[] = [];
const counts = { saved: 0, refused: 0, undone: 0, 'not undone': 0, builds: 0 };

/** A random change of one file: other words, or one entry of a list more, less or elsewhere. */
function changeOf(file: string, data: Data): Change | undefined {
  const blocks = data[TEXT];
  if (Array.isArray(blocks) && blocks.length > 0 && numberFrom(dice, 0, 3) === 0) {
    const index = numberFrom(dice, 0, blocks.length - 1);
    const block = textOf(blocks[index]);
    return /^[\w{]/.test(block)
      ? { do: 'set', path: [TEXT, index], value: rewritten(dice, block) }
      : { do: 'remove', path: [TEXT, index] };
  }
  const spots = spotsIn(file, data);
  const lists = spots.filter(({ field, value }) => field.kind === 'list' && Array.isArray(value) && value.length > 1);
  if (lists.length > 0 && numberFrom(dice, 0, 4) === 0) {
    const { path, value } = pick(dice, lists);
    const list = value as Value[];
    const at = numberFrom(dice, 0, list.length - 1);
    return pick<Change>(dice, [
      { do: 'insert', path: [...path, at], value: list[at] ?? '' },
      { do: 'remove', path: [...path, at] },
      { do: 'move', path: [...path, at], to: numberFrom(dice, 0, list.length - 1) },
    ]);
  }
  const texts = spots.filter(({ field, value }) => field.kind === 'text' && field.shown && typeof value === 'string');
  if (texts.length === 0) return undefined;
  const { path, field, value } = pick(dice, texts);
  return { do: 'set', path, value: rewritten(dice, textOf(value), field.kind === 'text' ? field.limit : undefined) };
}

const wayOf = (path: Path) => path.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' › ');

function fail(message: string): never {
  console.error(`\n${message}\nTo try it again: npm run test:session -- --seed ${values.seed}`);
  process.exit(1);
}

/** The list that a change is in, or the value that it sets. */
const placeOf = (change: Change): Path => (change.do === 'set' ? change.path : change.path.slice(0, -1));

function noteMoves(file: string): void {
  for (const one of made) if (one.file === file) one.moved = true;
}

async function edit(): Promise<string> {
  const file = pick(dice, files);
  const { data, hash } = await site.ask('entry', { file });
  const change = changeOf(file, data);
  if (!change) return `${file}: nothing to change`;
  const path = placeOf(change);
  const what = `${file}: ${change.do} ${wayOf(change.path)}${'value' in change ? ` ${brief(change.value)}` : ''}`;
  const outcome = await site.ask('save', { id: newId(), file, hash, changes: [change], page: '/' });
  const { data: now } = await site.ask('entry', { file });
  if (outcome.end === 'saved') {
    counts.saved += 1;
    const [before, after] = [valueAt(data, path) ?? null, valueAt(now, path) ?? null];
    if (change.do !== 'set') noteMoves(file);
    if (!sameValue(before, after)) made.push({ save: outcome.save, file, path, before, after, moved: false });
    return what;
  }
  counts.refused += 1;
  if (!sameValue(now, data)) fail(`${what} was refused, and the file has changed.`);
  return `${what}: ${reasonOf(outcome)}`;
}

const reasonOf = (outcome: Exclude<Outcome, { end: 'saved' }>): string =>
  outcome.end === 'mistakes'
    ? outcome.mistakes.map(({ message }) => message).join(' ')
    : 'message' in outcome
      ? outcome.message
      : outcome.end;

async function undo(dice: Dice): Promise<string> {
  const one = pick(dice, made);
  made.splice(made.indexOf(one), 1);
  const { save, file, path, before, after, moved } = one;
  const what = `undo of save ${save}, ${file}: ${wayOf(path)}`;
  const { data } = await site.ask('entry', { file });
  // As it was left, at the same place: nothing may stand in the way.
  const isUntouched = !moved && sameValue(valueAt(data, path) ?? null, after);
  const outcome = await site.ask('undo', { id: newId(), save, page: '/' });
  const { data: now } = await site.ask('entry', { file });
  if (outcome.end === 'saved') {
    counts.undone += 1;
    if (Array.isArray(before)) noteMoves(file);
    if (isUntouched && !sameValue(valueAt(now, path) ?? null, before))
      fail(`${what} should restore ${brief(before)}, and the file has ${brief(valueAt(now, path) ?? null)}.`);
    return what;
  }
  counts['not undone'] += 1;
  if (!sameValue(now, data)) fail(`${what} was refused, and the file has changed.`);
  if (isUntouched && outcome.end === 'clash') fail(`${what} was refused, although nothing has changed there since.`);
  return `${what}: ${reasonOf(outcome)}`;
}

for (let step = 1; step <= Number(values.count); step++) {
  // Only the last saves can be undone.
  const kept = new Set((await site.ask('saves', {})).map(({ save }) => save));
  made = made.filter(({ save }) => kept.has(save));
  const done = made.length > 0 && numberFrom(dice, 1, UNDO_EVERY) === 1 ? await undo(dice) : await edit();
  console.log(`${String(step).padStart(4)} ${done}`);
  if (step % BUILD_EVERY > 0) continue;
  const { code, output } = await astro(site.copy, ['build'], { SITE_BUDGETS: 'warn' });
  if (code !== 0) fail(`The site can’t be built any more.\n${output}`);
  counts.builds += 1;
  console.log('     the site builds');
}
await site.stop();
console.log(
  `\n${Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')}, seed ${values.seed}.`,
);
