import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDelivery } from './voice/delivery.ts';
import { endOfCallReport } from './voice/report.ts';
import { openTranscript } from './voice/transcript.ts';

const report = endOfCallReport({
  id: 'the-call',
  order: {},
  createdAt: 0,
  startedAt: undefined,
  endedAt: 0,
  endedReason: 'customer-ended-call',
  transcript: openTranscript(),
  summary: '',
  outcome: {},
});

let tries: number[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  tries = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A network on which every request ends like this. */
const answer = (give: () => Promise<Response>) =>
  vi.stubGlobal('fetch', () => {
    tries.push(Date.now());
    return give();
  });

it('retries at growing intervals, and gives up within a minute', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  answer(() =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })),
  );
  openDelivery({ url: 'http://report.test', secret: 'hidden' }).send(report);
  await vi.advanceTimersByTimeAsync(600_000);
  const pauses = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
  expect(Math.max(...pauses)).toBe(10_000);
  expect(tries.at(-1)).toBeGreaterThan(50_000);
  expect(tries.at(-1)).toBeLessThanOrEqual(60_000);
  expect(logged.mock.calls).toEqual([
    ['The report of call the-call was not delivered: http://report.test could not be reached: ECONNREFUSED'],
  ]);
});

it.each([500, 502, 429])('retries after %i until the report is accepted', async (status) => {
  answer(() => Promise.resolve(new Response('', { status: tries.length < 3 ? status : 200 })));
  openDelivery({ url: 'http://report.test', secret: 'hidden' }).send(report);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tries).toEqual([0, 500, 1500]);
});

it.each([301, 400, 401, 404, 413])('does not retry after %i, and logs the answer', async (status) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  answer(() => Promise.resolve(new Response('No\nto ada@example.com', { status })));
  openDelivery({ url: 'http://report.test', secret: 'hidden' }).send(report);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tries).toEqual([0]);
  expect(logged.mock.calls).toEqual([
    [`The report of call the-call was not delivered: the server answered ${status}: No to (address)`],
  ]);
});

it('tries pending reports once more when it is closed', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  answer(() => Promise.resolve(new Response('', { status: 503 })));
  const delivery = openDelivery({ url: 'http://report.test', secret: 'hidden' });
  delivery.send(report);
  await vi.advanceTimersByTimeAsync(600);
  expect(tries).toEqual([0, 500]);
  await delivery.close();
  expect(tries).toEqual([0, 500, 600]);
  expect(logged).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
