import { CopyError } from '../schemas/messages.ts';

/**
 * Something that the person at the terminal can mend. Its message says what is wrong and what to do,
 * so that it is printed without a stack trace.
 */
export class Fault extends Error {
  override name = 'Fault';
}

/** Prints an error to stderr: a {@link Fault} or a mistake in content/ as its bare message, anything else with its stack. */
export function printError(error: unknown): void {
  if (error instanceof Fault || error instanceof CopyError) console.error(`\n${error.message}\n`);
  else console.error(error);
}
