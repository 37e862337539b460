import postgres from 'postgres';
import { milliseconds, table, verdict } from '../../report/figures.ts';
import { faultsOfDurability } from '../durability.ts';
import { killPlans } from '../kill-plans.ts';
import { killRound } from '../kill-round.ts';
import { makeMachine } from '../machine.ts';
import { makeSubmissions } from '../submissions.ts';
import { AT_ONCE, faultList, type Part, type SoakOptions } from './part.ts';

const PER_ROUND = 120;

/** Rounds of kill -9. After each, everything that was confirmed must be stored, and mailed at least once. */
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
        const database = postgres({ ...machine.addresses().database, max: 1 });
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
        round.away === undefined ? 'no requests' : milliseconds(round.away),
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
      body: `${rounds} rounds of ${PER_ROUND} submissions, ${AT_ONCE} at a time. In the middle, something is killed with \`kill -9\`, at a moment decided by the
seed. Visitors who see a failure press the button again, as the form suggests: the same id is sent again. The supervisor
restarts what was killed; after \`machine\`, which is supervisor, backend, PostgreSQL and its children at once, everything is
started from outside, on the same folder. Then \`request-sweep\` runs with the clock advanced.

No process survives \`machine\`, but what the operating system holds in memory does. A power cut can't be tested like
that; instead, PostgreSQL is checked to run with \`fsync\`, \`synchronous_commit\` and \`full_page_writes\` on: ${verdict(
        !faults.some((fault) => fault.startsWith('PostgreSQL runs with')),
      )}.

${table(
  [
    'round',
    'killed',
    'confirmed before',
    'confirmed at the end',
    'down for',
    'sent by the sweep',
    'sent twice',
    'lost, altered or unsent',
  ],
  rows,
)}

Every row that was confirmed, before or after the kill, is stored as typed, every resume byte for byte, and the team was
notified of each at least once: ${verdict(faults.length === 0)}. Of ${confirmed.toLocaleString('en-US')} requests, the team has ${twice} mails twice, with the same
Message-ID: the mailbox had accepted the first one, but the process that should have recorded that was gone (\`docs/decisions/003-never-lost-never-twice.md\`).${faultList(faults)}`,
    },
  };
}
