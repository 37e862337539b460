import fc from 'fast-check';

/** The results of one part of the fuzzing. */
export interface FuzzResult {
  /** What was fuzzed, in a few words. */
  name: string;
  payloads: number;
  seed: number;
  /** How often each kind of response came. */
  tally: Map<string, number>;
  /** The smallest failing payload, with how to reproduce it; undefined if none failed. */
  failure: string | undefined;
}

/** Counts a response of a kind. */
export type Count = (kind: string) => void;

/**
 * Runs a property over generated payloads until one breaks it.
 *
 * @param holds throws if the response to a payload is wrong
 */
export async function fuzz<Payload>(
  name: string,
  payload: fc.Arbitrary<Payload>,
  payloads: number,
  seed: number,
  holds: (payload: Payload, count: Count) => void | Promise<void>,
): Promise<FuzzResult> {
  const tally = new Map<string, number>();
  const count: Count = (kind) => {
    tally.set(kind, (tally.get(kind) ?? 0) + 1);
  };
  const result = await fc.check(
    fc.asyncProperty(payload, async (one) => {
      await holds(one, count);
    }),
    { numRuns: payloads, seed, includeErrorInReport: true },
  );
  return {
    name,
    payloads: result.numRuns,
    seed,
    tally,
    failure: result.failed ? `${name}: ${fc.defaultReportMessage(result)}` : undefined,
  };
}
