/** A comparison costs the product of both lengths. Beyond this, only the common start and end are compared. */
export const MOST_COMPARISONS = 4_000_000;

/** The indexes of a common entry in two lists. */
type Pair = readonly [number, number];

/**
 * The longest common subsequence of two lists, as pairs of indexes.
 *
 * @param same whether two entries are equal
 */
export function commonParts<Type>(
  a: readonly Type[],
  b: readonly Type[],
  same: (one: Type, other: Type) => boolean,
): Pair[] {
  const isSame = (i: number, j: number) => same(a[i] as Type, b[j] as Type);
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(a.length - 1 - tail, b.length - 1 - tail)) tail += 1;

  const pairs: Pair[] = Array.from({ length: head }, (_, at) => [at, at] as const);
  const [ends, others] = [a.length - tail, b.length - tail];
  const [height, width] = [ends - head, others - head];
  if (height * width <= MOST_COMPARISONS) {
    // For each pair of indexes, how many entries are common from there on.
    const lengths = new Uint32Array((height + 1) * (width + 1));
    const at = (i: number, j: number) => (i - head) * (width + 1) + (j - head);
    const length = (i: number, j: number) => lengths[at(i, j)] ?? 0;
    for (let i = ends - 1; i >= head; i -= 1)
      for (let j = others - 1; j >= head; j -= 1)
        lengths[at(i, j)] = isSame(i, j) ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    for (let i = head, j = head; i < ends && j < others;) {
      if (isSame(i, j)) pairs.push([i++, j++] as const);
      else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
      else j += 1;
    }
  }
  for (let at = 0; at < tail; at += 1) pairs.push([ends + at, others + at]);
  return pairs;
}
