/**
 * A problem that the user can fix. Its message says what is wrong and what to do, so it needs no stack trace.
 */
export class Fault extends Error {
  override name = 'Fault';
}

/** Prints an error to stderr: a {@link Fault} without its stack, any other error with it. */
export function printError(error: unknown): void {
  if (error instanceof Fault) console.error(`\n${error.message}\n`);
  else console.error(error);
}
