/** A range of a source, from `start` to before `end`, and its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The source with the ranges replaced. They must not overlap. Two at the same position keep the order of the list.
 */
export function applySplices(source: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start)) {
    result += source.slice(done, start) + text;
    done = end;
  }
  return result + source.slice(done);
}
