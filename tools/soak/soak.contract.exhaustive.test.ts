import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressSite } from '../local/compress-site.ts';
import { startProgram } from '../../tests/setup/project-copy.ts';
import { startStack, temporaryFolder, type Stack } from '../../tests/setup/stack.ts';
import { faultsOfFlood } from './check-flood.ts';
import { faultsOfDurability } from './durability.ts';
import { flood, type Flood } from './flood.ts';
import { killRound, type KillPlan } from './kill-round.ts';
import { makeMachine, type Machine } from './machine.ts';
import { readMeanwhile } from './readers.ts';
import { makeSubmissions } from './submissions.ts';

// The short form of `npm run soak`.
const SEED = 20_261_122;
const AT_ONCE = 50;

describe('many at once', () => {
  let stack: Stack;
  const site = temporaryFolder();
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(async () => {
    await stack.stop();
    rmSync(site, { recursive: true, force: true });
  });

  it('150 submissions, while the site is read: none is refused, lost, altered or mailed twice, and no page is wrong', async () => {
    for (const [file, content] of Object.entries({
      'index.html': '<h1>Home</h1>'.repeat(2000),
      'about/index.html': '<h1>About</h1>',
      'flow.html': '<h1>Flow</h1>',
      '_astro/page.hash.js': 'export {};'.repeat(5000),
      'picture.png': '\x89PNG'.repeat(20_000),
    })) {
      mkdirSync(join(site, file, '..'), { recursive: true });
      writeFileSync(join(site, file), content);
    }
    await compressSite(site);
    const { apiUrl } = stack.backend;
    const submissions = makeSubmissions(150, SEED, 'soak');
    let sent: Flood | undefined;
    const reading = await readMeanwhile(site, 10, SEED, async () => {
      sent = await flood({ ...stack, ...stack.backend }, submissions, AT_ONCE);
    });
    expect(sent?.confirmed).toHaveLength(150);
    expect(sent && (await faultsOfFlood(sent, { ...stack, apiUrl }))).toEqual([]);
    expect(reading.faults).toEqual([]);
    expect(reading.times.length).toBeGreaterThan(100);
  });

  it('refuses what one network sends beyond its limit, and says so', async () => {
    const target = { ...stack, ...stack.backend };
    const crowd = makeSubmissions(21, SEED, 'crowd').map((submission) => ({ ...submission, ip: '10.200.0.1' }));
    expect((await flood(target, crowd, AT_ONCE)).faults).toContainEqual(expect.stringContaining('too-many'));
  });
});

it('the command sends with the code of the site, outside of the tests too', async () => {
  const folder = temporaryFolder();
  const words = ['--only', 'submissions', '--submissions', '12', '--out', join(folder, 'reliability.md')];
  const running = startProgram('npm', ['run', 'soak', '--', ...words]);
  expect(await running.ended, running.output()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

describe('kill -9 in the middle', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await makeMachine();
  });
  afterAll(() => machine.remove());

  it.each<KillPlan & { round: number }>([
    { round: 0, what: 'backend', share: 0.3, delay: 20 },
    { round: 1, what: 'PostgreSQL', share: 0.5, delay: 0 },
    { round: 2, what: 'machine', share: 0.4, delay: 40 },
  ])(
    'of $what: everything confirmed is stored as typed, and the team is notified of it',
    async ({ round, ...plan }) => {
      await machine.start();
      try {
        const submissions = makeSubmissions(40, SEED + round, `round-${round}`, round * 40);
        const { faults, confirmed, confirmedBefore } = await killRound(machine, plan, submissions, 25);
        expect(faults).toEqual([]);
        expect(confirmed).toBe(40);
        expect(confirmedBefore).toBeGreaterThan(0);
      } finally {
        await machine.stop();
      }
    },
    120_000,
  );

  it('cannot show a power cut, but the settings that protect against one are on', async () => {
    await machine.start();
    const database = postgres({ ...machine.addresses().database, max: 1 });
    try {
      expect(await faultsOfDurability(database)).toEqual([]);
    } finally {
      await database.end();
      await machine.stop();
    }
  });
});
