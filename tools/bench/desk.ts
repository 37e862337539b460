import type { Browser } from 'playwright';
import { addPerson, claimsOf, openDesk, sign, type Person } from '../../tests/setup/desk.ts';
import { COUNT, storeManyRequests } from '../../tests/setup/many-requests.ts';
import { startStack, type Stack } from '../../tests/setup/stack.ts';
import { median, milliseconds, percentile, table, verdict } from '../report/figures.ts';
import type { Section } from '../report/section.ts';
import type { BenchContext } from './bench-context.ts';
import { freshPage, openBrowser } from './browser.ts';

/** From the address to the first request on the screen, and for 95 of 100 searches (milliseconds). */
const GOAL = { list: 1000, search: 300 } as const;

/** Questions of the list: what the database has to do differs. Each is asked this often in a run. */
const TIMES = 20;
const QUESTIONS: readonly (readonly [what: string, question: (time: number) => Record<string, unknown>])[] = [
  ['the first page', () => ({})],
  ['a later page', (time) => ({ before_at: daysAgo(10 * time), before_id: NO_ID })],
  ['one kind and state', () => ({ kinds: ['voice_leads'], states: ['done'] })],
  ['search: a frequent word', (time) => ({ words: `word${100 + time}` })],
  ['search: an address', (time) => ({ words: `b${1000 + 97 * time}@example.com` })],
  ['search: a word that nobody wrote', (time) => ({ words: `aardvark${time}` })],
  ['search: three words', (time) => ({ words: `name word${200 + time} example` })],
  ['search: two letters', () => ({ words: 'na' })],
  ['search: a word in one kind', (time) => ({ words: `word${300 + time}`, kinds: ['voice_leads'] })],
];
const NO_ID = '00000000-0000-4000-8000-000000000000';
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

/** What the desk keeps of a person who is signed in. */
const keptSession = (stack: Stack, person: Person): string => {
  const claims = claimsOf(person);
  return JSON.stringify({
    access_token: sign(stack, claims),
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: claims.exp,
    user: { id: person.id, email: person.email },
  });
};

/** Milliseconds from the address to the first request. */
async function toList(browser: Browser, url: string, session: string): Promise<number> {
  const page = await freshPage(browser);
  await page.addInitScript((kept) => {
    sessionStorage.setItem('desk', kept);
    sessionStorage.setItem('desk-last-active', String(Date.now()));
  }, session);
  await page.goto(`${url}/desk`);
  const time = await page.waitForFunction(() => document.querySelector('.row') && performance.now(), undefined, {
    polling: 'raf',
  });
  const value = Number(await time.jsonValue());
  await page.context().close();
  return value;
}

/** How soon the desk shows its list and finds something, with many stored requests. */
export async function measureDesk({ sites, runs, command }: BenchContext): Promise<Section> {
  const stack = await startStack();
  try {
    await storeManyRequests(stack.database);
    const person = await addPerson(stack.database);
    const desk = openDesk(stack, person);
    const { url } = await sites.connected(stack.backend);
    const browser = await openBrowser();
    const lists: number[] = [];
    const answers = new Map(QUESTIONS.map(([what]) => [what, [] as number[]]));
    for (let run = 0; run < runs; run++) {
      lists.push(await toList(browser, url, keptSession(stack, person)));
      for (let time = 0; time < TIMES; time++)
        for (const [what, question] of QUESTIONS) {
          const asked = performance.now();
          await desk.ask('desk_list', question(time));
          answers.get(what)?.push(performance.now() - asked);
        }
      console.log(`  run ${run + 1} of ${runs}`);
    }
    await browser.close();
    const searches = percentile(
      [...answers].filter(([what]) => what.startsWith('search')).flatMap(([, times]) => times),
      95,
    );
    const rows = [...answers].map(([what, times]) => [
      what,
      milliseconds(median(times)),
      milliseconds(percentile(times, 95)),
    ]);
    return {
      title: 'The desk',
      command: command('desk'),
      body: `With ${COUNT.toLocaleString('en-US')} stored requests, the local backend and the browser of the tests on this machine. From the address to the
first request on the screen, for somebody who is signed in: ${milliseconds(median(lists))}, the median of ${runs} (at most ${milliseconds(GOAL.list)}:
${verdict(median(lists) <= GOAL.list)}). 95 of 100 searches take at most ${milliseconds(searches)} (at most ${milliseconds(GOAL.search)}: ${verdict(searches <= GOAL.search)}).

Each question, asked ${TIMES * runs} times over HTTP:

${table(['question', 'median', '95 of 100'], rows)}`,
    };
  } finally {
    await stack.stop();
  }
}
