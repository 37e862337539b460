/**
 * Lets a process go on when nobody reads its output any more, or its disk is full: Node ends it at the second line that
 * can't be written. A callback for uncaught errors that prints them would print for ever.
 */
export function goOnWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
