import postgres from 'postgres';
import { milliseconds, table, verdict } from '../../report/figures.ts';
import { faultsOfDurability } from '../durability.ts';
import { killPlans } from '../kill-plans.ts';
import { killRound } from '../kill-round.ts';
import { makeMachine } from '../machine.ts';
import { makeSubmissions } from '../submissions.ts';
import { AT_ONCE, faultList, type Part, type SoakOptions } from './part.ts';

const PER_ROUND = 120;

/** Rounds of kill -9, after each of which everything that was confirmed must be stored, and mailed at least once. */
export async function soakKills({ rounds, seed }: SoakOptions): Promise<Part> {
  const machine = await makeMachine();
  const faults: string[] = [];
  const rows: (string | number)[][] = [];
  let [confirmed, twice] = [0, 0];
  try {
    for (const [index, plan] of killPlans(rounds, seed).entries()) {
      await machine.start();
      const submissions = makeSubmissions(PER_ROUND, seed + index, `round-${index}`, index * PER_ROUND);
      const round = await killRound(machine, plan, submissions, AT_ONCE);
      if (index === 0) {
        const database = postgres(machine.addresses().databaseUrl, { max: 1 });
        faults.push(...(await faultsOfDurability(database)));
        await database.end();
      }
      await machine.stop();
      console.log(
        `  round ${index + 1}: ${plan.what}, ${round.confirmedBefore} of ${PER_ROUND} confirmed, ${round.faults.length} faults`,
      );
      faults.push(...round.faults.map((fault) => `round ${index + 1}: ${fault}`));
      confirmed += round.confirmed;
      twice += round.twice;
      rows.push([
        index + 1,
        plan.what,
        round.confirmedBefore,
        round.confirmed,
        round.away === undefined ? 'nobody came' : milliseconds(round.away),
        round.swept,
        round.twice,
        round.faults.length,
      ]);
    }
  } finally {
    await machine.remove();
  }
  return {
    faults,
    section: {
      title: 'Kills',
      command: `npm run soak -- --only kills --rounds ${rounds} --seed ${seed}`,
      body: `${rounds} rounds of ${PER_ROUND} submissions, ${AT_ONCE} at a time, in the middle of which something is killed with \`kill -9\`, at a moment that the seed
decides. Whoever is told that it failed presses the button again, as the form invites to: the same id is sent again. The
supervisor starts what was killed; after \`machine\`, which is supervisor, backend, PostgreSQL and its children at once, all
of it is started from outside, on the same folder. Then \`request-sweep\` runs with the clock moved on.

No process survives \`machine\`, but what the operating system holds in memory does. A power cut can't be tried like that;
that PostgreSQL runs with \`fsync\`, \`synchronous_commit\` and \`full_page_writes\` on is looked up instead: ${verdict(
        !faults.some((fault) => fault.startsWith('PostgreSQL runs with')),
      )}.

${table(
  [
    'round',
    'killed',
    'confirmed before',
    'confirmed in the end',
    'away for',
    'told by the sweep',
    'told twice',
    'lost, altered or untold',
  ],
  rows,
)}

Every row that was confirmed, before the kill or after it, is there as it was typed, every resume byte for byte, and the
team was told of each at least once: ${verdict(faults.length === 0)}. Of ${confirmed.toLocaleString('en-US')} requests, the team has ${twice} mails twice, with the same
Message-ID: the mailbox had taken the first one, and what should have noted that was gone (\`docs/decisions/003-never-lost-never-twice.md\`).${faultList(faults)}`,
    },
  };
}
