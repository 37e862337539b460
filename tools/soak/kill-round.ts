import { setTimeout as wait } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { TEAM_TABLES } from '../../src/backend/request.ts';
import { passTime } from '../../tests/setup/clock.ts';
import { atOnce } from './at-once.ts';
import type { Kill, Machine } from './machine.ts';
import { countMails, faultsOfResumes, faultsOfRows, teamMailOf } from './stored.ts';
import type { Submission } from './submissions.ts';
import { visit } from './visit.ts';

/** What is killed in a round, and when. */
export interface KillPlan {
  what: Kill;
  /** The share of all submissions confirmed by then, and the delay after that (milliseconds). */
  share: number;
  delay: number;
}

/** The result of a round. */
export interface KillRound {
  confirmedBefore: number;
  confirmed: number;
  /** From the kill to the first response to a later request (milliseconds); undefined if there was no such request. */
  away: number | undefined;
  /** Requests that a sweep had to notify the team of, as the kill had kept the visitors from it. */
  swept: number;
  /** Requests mailed to the team more than once. */
  twice: number;
  faults: string[];
}

/** How long visitors who see a failure keep pressing the button again (milliseconds). */
const PATIENCE_MS = 90_000;
const AGAIN_MS = 250;

/**
 * Concurrent submissions, with a kill in the middle. Visitors who see a failure try again. Afterwards every confirmed
 * request must be stored, and mailed to the team at least once when the sweeps are through.
 */
export async function killRound(
  machine: Machine,
  plan: KillPlan,
  submissions: readonly Submission[],
  width: number,
): Promise<KillRound> {
  const round: KillRound = { confirmedBefore: 0, confirmed: 0, away: undefined, swept: 0, twice: 0, faults: [] };
  const { apiUrl, publishableKey, database: options } = machine.addresses();
  const target = {
    apiUrl,
    publishableKey,
    reportSecret: machine.keys.callReport,
    networkKey: machine.networkKey,
  };
  const inserted = new Set<string>();
  const confirmed: Submission[] = [];
  let killedAt: number | undefined;
  let killing: Promise<void> | undefined;

  async function strike(): Promise<void> {
    await wait(plan.delay);
    machine.kill(plan.what);
    killedAt = performance.now();
    round.confirmedBefore = inserted.size;
    if (plan.what === 'machine') await machine.start();
  }

  await quietly(() =>
    atOnce(submissions, width, async (submission) => {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const start = performance.now();
        const { outcome, answers } = await visit(target, submission);
        if (killedAt !== undefined && start > killedAt && round.away === undefined && answers[0]?.status)
          round.away = start + answers[0].ms - killedAt;
        for (const { step, status } of answers) {
          if (step !== 'insert' || (status !== 201 && status !== 409)) continue;
          // A second insert means that the row was lost in between.
          if (status === 201 && inserted.has(submission.id))
            round.faults.push(`${submission.table} ${submission.id} was confirmed but lost`);
          inserted.add(submission.id);
        }
        if (inserted.size >= submissions.length * plan.share) killing ??= strike();
        if (outcome === 'stored') {
          confirmed.push(submission);
          return;
        }
        if (outcome === 'too-many' || performance.now() > end) {
          round.faults.push(`${submission.table} ${submission.id} was refused: ${outcome}\n${machine.output()}`);
          return;
        }
        await wait(AGAIN_MS);
      }
    }),
  );
  await killing;
  // The last visitor may have finished before the kill.
  await untilThere(apiUrl, publishableKey);
  round.confirmed = confirmed.length;

  const database = postgres({ ...options, max: 2 });
  try {
    round.swept = await sweepAll(apiUrl, machine.keys.secret, database);
    round.faults.push(
      ...(await faultsOfRows(database, confirmed)),
      ...(await faultsOfResumes(apiUrl, machine.keys.secret, confirmed)),
    );
  } finally {
    await database.end({ timeout: 2 });
  }
  const mails = countMails(machine.folder);
  for (const submission of confirmed) {
    const mail = teamMailOf(submission);
    const times = mail === undefined ? 1 : (mails.get(mail) ?? 0);
    if (times === 0) round.faults.push(`${submission.table} ${submission.id}: the team was not notified`);
    if (times > 1) round.twice += 1;
  }
  return round;
}

/** Mutes the console, where the site logs the failures that these rounds cause. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const print = console.error;
  console.error = () => undefined;
  try {
    await work();
  } finally {
    console.error = print;
  }
}

/** Waits until the API answers from its database, which denies visitors reading. */
async function untilThere(apiUrl: string, apikey: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const response = await fetch(`${apiUrl}/rest/v1/voice_leads?select=id`, { headers: { apikey } }).catch(
      () => undefined,
    );
    if (response && response.status < 500) return;
    await wait(AGAIN_MS);
  }
  throw new Error('The backend did not come back.');
}

/** How many requests the team has not been notified of. */
async function countUntold(database: Sql): Promise<number> {
  let untold = 0;
  for (const table of [...TEAM_TABLES, 'voice_leads']) {
    const [row] = await database<{ count: number }[]>`
      select count(*)::int as count from ${database(`public.${table}`)} where notified_at is null`;
    untold += row?.count ?? 0;
  }
  return untold;
}

/** The minutes after which a missing resume is no longer waited for. */
const LONGEST_WAIT = 75;
const STEP = 3;

/** Sweeps, advancing the clock each time, until the team is notified of everything. Resolves with the number. */
async function sweepAll(apiUrl: string, secretKey: string, database: Sql): Promise<number> {
  let told = 0;
  for (let minutes = 0; minutes < LONGEST_WAIT && (await countUntold(database)) > 0; minutes += STEP) {
    // Claims expire, and failed requests are due again.
    await passTime(database, `${STEP} minutes`);
    const response = await fetch(`${apiUrl}/functions/v1/request-sweep`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: '{}',
    });
    told += ((await response.json()) as { notified?: number }).notified ?? 0;
  }
  return told;
}
