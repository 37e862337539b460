import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStack, type Stack } from '../../tests/setup/stack.ts';
import { fuzzAll } from './fuzz/fuzz-all.ts';

// A shorter run of what `npm run soak -- --fuzz` does.
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it('3,000 payloads are stored exactly as sent, or refused with a reason; schema and database agree', async () => {
  const results = await fuzzAll(stack, 3000, 20_261_122);
  expect(results.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  const admitted = results.filter(({ tally }) => [...tally.keys()].some((kind) => /as typed|as sent|200/.test(kind)));
  // Most payloads are valid except for one detail, so each of these targets must have accepted some.
  expect(admitted.map(({ name }) => name)).toEqual([
    'schema and database: contact_submissions',
    'schema and database: demo_bookings',
    'schema and database: internship_applications',
    'schema and database: notification_requests',
    'schema and database: voice_leads',
    'function: resource-announcement',
    'function: request-sweep',
    'function: unsubscribe',
    'function: call-report',
    'function: contact-notification of stored requests',
    'database: contact_submissions',
    'database: demo_bookings',
    'database: internship_applications',
    'database: notification_requests',
    'database: voice_leads',
  ]);
}, 120_000);
