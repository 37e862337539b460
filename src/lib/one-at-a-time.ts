/**
 * Runs something asynchronous once at a time. If it is called while it runs, it runs once more afterwards, however often
 * it was called.
 *
 * @param act never rejects
 */
export function oneAtATime(act: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await act();
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
