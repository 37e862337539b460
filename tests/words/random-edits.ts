/**
 * Checks that no edit of words turns anything red: makes random valid edits of content/, like those of a marketing
 * team, each in a fresh copy of the project, then builds the site and runs the unit tests there.
 *
 *     npm run test:edits -- --count 30 --seed 7    makes 30 edits
 *     npm run test:edits -- --seed 7 --only 12     makes only the twelfth of them
 *     npm run test:edits -- --suites build         runs no unit tests
 *     npm run test:edits -- --list                 lists the edits without making them
 *
 * If the in-page editor or a build refuses an edit with a reason, the edit is invalid and another one replaces it.
 */
import { parseArgs } from 'node:util';
import { type Dice, diceOf, type Draft, NoDraftError } from './draft.ts';
import { applyDraft, copyWithTests, SUITES } from './edited-copy.ts';
import { FIELD_EDITS } from './field-edits.ts';
import { FILE_EDITS } from './file-edits.ts';

const KINDS = Object.entries({ ...FIELD_EDITS, ...FILE_EDITS });
/** How many times in a row an edit may be refused. */
const TRIES = 40;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '20270531' },
    only: { type: 'string' },
    suites: { type: 'string', default: SUITES.map(({ name }) => name).join(',') },
    list: { type: 'boolean', default: false },
  },
});

const suites = SUITES.filter(({ name }) => values.suites.split(',').includes(name));

let redrawn = 0;

/** The next edit of a kind that the in-page editor would accept. */
function drawn(dice: Dice, draw: (dice: Dice) => Draft): Draft {
  for (let tries = 0; tries < TRIES; tries++)
    try {
      return draw(dice);
    } catch (error) {
      if (!(error instanceof NoDraftError)) throw error;
      redrawn++;
    }
  throw new Error(`${TRIES} edits of one kind in a row were refused.`);
}

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`;

/** Tries one edit. Returns what is red, or undefined. */
async function tried(dice: Dice, draw: (dice: Dice) => Draft): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const draft = drawn(dice, draw);
    console.log(`    ${draft.what}`);
    if (values.list) return undefined;
    const copy = copyWithTests();
    try {
      applyDraft(copy, draft);
      let refused = false;
      for (const { name, run, refusal } of suites) {
        const since = performance.now();
        const { code, output } = await run(copy);
        const said = code === 0 ? undefined : refusal?.exec(output)?.[0];
        console.log(`    ${name}: ${code === 0 ? 'green' : said ? 'refused' : 'RED'}, ${seconds(since)}`);
        if (code === 0) continue;
        if (!said) return `${name} is red after this edit:\n${draft.what}\n\n${output.trim()}`;
        console.log(said.replaceAll(/^/gm, '      '));
        redrawn++;
        refused = true;
        break;
      }
      if (!refused) return undefined;
    } finally {
      copy.remove();
    }
  }
  return `${TRIES} edits in a row were refused by the build.`;
}

const seed = Number(values.seed);
for (let index = 1; index <= Number(values.count); index++) {
  const [kind, draw] = KINDS[(index - 1) % KINDS.length] ?? [];
  if (!draw || (values.only !== undefined && index !== Number(values.only))) continue;
  console.log(`${String(index).padStart(3)} ${kind ?? ''}`);
  const red = await tried(diceOf(seed + index), draw);
  if (red === undefined) continue;
  console.error(`\n${red}\n\nTo try it again: npm run test:edits -- --seed ${seed} --only ${index}`);
  process.exit(1);
}
console.log(`\nAll green with seed ${seed}. ${redrawn} edits were refused and replaced.`);
