/** Processes every item, with this many at a time. */
export async function atOnce<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      // All workers take from one queue.
      for (const item of queue) await work(item);
    }),
  );
}
