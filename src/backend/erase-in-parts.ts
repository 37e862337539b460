/** How many rows of each table an erasure deletes, and the names of the resumes. */
export type Erasure = Record<string, number | string[]>;

/** What erase_address returns. */
export interface ErasedPart {
  deleted: Erasure;
  /** Whether to call it again. */
  more: boolean;
}

const sum = (one: number | string[] = 0, other: number | string[]): number | string[] =>
  Array.isArray(other) ? [...(Array.isArray(one) ? one : []), ...other] : Number(one) + other;

/**
 * Deletes everything that is stored about an address. If it throws, what was deleted until then is gone, and calling it
 * again deletes the rest.
 *
 * @param erasePart calls erase_address or desk_erase, which delete some rows at a time
 * @returns all that was deleted
 */
export async function eraseInParts(erasePart: () => Promise<ErasedPart>): Promise<Erasure> {
  const all: Erasure = {};
  for (;;) {
    const { deleted, more } = await erasePart();
    for (const [name, part] of Object.entries(deleted)) all[name] = sum(all[name], part);
    if (!more) return all;
  }
}
