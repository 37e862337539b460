import { isAboutTheServer } from './server-failure.ts';

/** What prints a line, besides console.error. */
const PRINTING = ['debug', 'dir', 'info', 'log', 'table', 'warn'] as const;

/**
 * Keeps visitors' input out of the log. @supabase/lite prints everything about a failure: statements with their values,
 * made-up table names; and every mail of its Auth API, with the address and the code to sign in. The caller gets the
 * reason anyway, so during a request a line names only the request that failed and the error code. Refused requests are
 * not logged.
 *
 * @param answering names the current request in our own words; undefined outside of requests
 */
export function logNoValues(answering: () => string | undefined): void {
  for (const level of PRINTING) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      // The storage is experimental, which tests/contract cover; the warning would only worry newcomers.
      if (answering() === undefined && !String(values[0]).startsWith('EXPERIMENTAL FEATURES ENABLED: storage'))
        print(...values);
    };
  }
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    const name = answering();
    if (name === undefined) return print(...values);
    const error = values.find((value) => typeof value === 'object' && value !== null);
    if (isAboutTheServer(error)) print(`The database failed at ${name}: ${error.code} ${error.message}`);
  };
}
