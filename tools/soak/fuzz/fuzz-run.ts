import fc from 'fast-check';

/** What a part of the fuzzing has found. */
export interface FuzzResult {
  /** What was fuzzed, in a few words. */
  name: string;
  payloads: number;
  seed: number;
  /** How often each kind of answer came. */
  tally: Map<string, number>;
  /** The smallest payload that went wrong, with how to see it again; undefined when none did. */
  failure: string | undefined;
}

/** Counts an answer of a kind. */
export type Count = (kind: string) => void;

/**
 * Runs a property over generated payloads until one breaks it.
 *
 * @param holds throws when a payload is answered as it must not be
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
