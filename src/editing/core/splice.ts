/** A piece of a source, from `start` to before `end`, and what is to stand in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The source with the pieces replaced, which must not overlap. Of two at the same place the first in the list comes
 * first.
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
