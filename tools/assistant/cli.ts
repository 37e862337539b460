/**
 * `npm run assistant -- plan | test | push | pull | calls | report`: syncs content/assistant/agent.mdx and the text of the
 * site with the voice provider's assistant, tests it, lists its calls, and sums them up. docs/voice.md describes each
 * command.
 */
import { openAccount } from './account.ts';
import { callReport, describeReport } from './call-report.ts';
import { callsTable, listCalls } from './calls.ts';
import { compare } from './comparison.ts';
import { comparisonJson, describeComparison, describeWarnings, exitCodeOf } from './plan.ts';
import { printableJson } from './printable-json.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { readSettings, type Settings } from './settings.ts';
import { testWords } from './test-words.ts';
import { Fault, printError } from '../../src/lib/fault.ts';
import { readWords } from '../backend/read-words.ts';

const USAGE = `Usage:
  npm run assistant -- plan [--json]   shows what differs; exits with 0 if nothing does, 2 if something does
  npm run assistant -- test            has Vapi hold the conversations of content/assistant/evals/ with these words
  npm run assistant -- push            updates everything at Vapi that differs from content and has passed the test;
                                       with --untested, also what has not
  npm run assistant -- pull            writes changes made at Vapi into content/assistant/agent.mdx
  npm run assistant -- calls [--limit 20] [--since 2027-05-31] [--json]
  npm run assistant -- report [--since 2027-05-31] [--json]   sums up the calls, by default of the last 30 days`;

type Options = Record<string, string | boolean | undefined>;

const optionsOf = (words: readonly string[], options: Record<string, { type: 'string' | 'boolean' }>): Options =>
  readWords(words, { options }, USAGE).values;

function assistantId({ assistantId: id }: Settings): string {
  if (id !== undefined) return id;
  throw new Fault(
    'PUBLIC_VAPI_ASSISTANT_ID is not set. Put the id of the assistant into .env, or create one:\n  npm run assistant -- push',
  );
}

async function plan(words: readonly string[]): Promise<number> {
  const { json } = optionsOf(words, { json: { type: 'boolean' } });
  const comparison = await compare(readSettings());
  if (json) console.log(comparisonJson(comparison));
  else console.log([describeComparison(comparison), ...describeWarnings(comparison)].join('\n\n'));
  return exitCodeOf(comparison);
}

async function test(words: readonly string[]): Promise<number> {
  optionsOf(words, {});
  return (await testWords(await compare(readSettings()), (line) => console.log(line))) ? 0 : 1;
}

async function bringToProvider(words: readonly string[]): Promise<number> {
  const { untested } = optionsOf(words, { untested: { type: 'boolean' } });
  const comparison = await compare(readSettings());
  console.log(`${[describeComparison(comparison), ...describeWarnings(comparison)].join('\n\n')}\n`);
  await push(comparison, untested === true, (line) => console.log(line));
  return exitCodeOf(comparison) === 1 ? 1 : 0;
}

async function bringToContent(words: readonly string[]): Promise<number> {
  optionsOf(words, {});
  const settings = readSettings();
  const account = openAccount({ url: settings.apiUrl, key: settings.privateKey });
  console.log(pull(await account.readAssistant(assistantId(settings)), settings));
  return 0;
}

/** More would take minutes. */
const MOST_CALLS = 10_000;
/** Milliseconds. */
const A_DAY = 86_400_000;

/** The time in --since, or undefined. A day without a time starts at local midnight: the times in the table are local. */
function sinceIn({ since: day }: Options): Date | undefined {
  if (typeof day !== 'string') return undefined;
  const since = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00` : day);
  if (Number.isNaN(since.getTime())) throw new Fault(`--since is ${day}; it must be a day. For example: 2027-05-31`);
  return since;
}

async function report(words: readonly string[]): Promise<number> {
  const options = optionsOf(words, { since: { type: 'string' }, json: { type: 'boolean' } });
  const since = sinceIn(options) ?? new Date(Date.now() - 30 * A_DAY);
  const settings = readSettings();
  const account = openAccount({ url: settings.apiUrl, key: settings.privateKey });
  const summed = callReport(await listCalls(account, assistantId(settings), MOST_CALLS, since.toISOString()));
  console.log(options['json'] ? printableJson(summed) : describeReport(summed));
  return 0;
}

async function calls(words: readonly string[]): Promise<number> {
  const options = optionsOf(words, { limit: { type: 'string' }, since: { type: 'string' }, json: { type: 'boolean' } });
  const limit = Number(options['limit'] ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CALLS)
    throw new Fault(`--limit is ${String(options['limit'])}; it must be a whole number from 1 to ${MOST_CALLS}.`);
  const since = sinceIn(options);
  const settings = readSettings();
  const account = openAccount({ url: settings.apiUrl, key: settings.privateKey });
  const found = await listCalls(account, assistantId(settings), limit, since?.toISOString());
  console.log(options['json'] ? printableJson(found) : callsTable(found, process.stdout.columns || Infinity));
  return 0;
}

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  plan,
  test,
  push: bringToProvider,
  pull: bringToContent,
  calls,
  report,
};

try {
  const [word = '', ...rest] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!command) throw new Fault(word === '' ? USAGE : `Unknown command "${word}". ${USAGE}`);
  process.exitCode = await command(rest);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
