/** Classes of SQLSTATE whose messages are about the server, never about the request. */
const ABOUT_THE_SERVER = /^(08|53|55|57|58|XX)/;

/**
 * Keeps visitors' input out of the log. @supabase/lite prints everything about a failure: statements with their values,
 * made-up table names. The caller gets the reason anyway, so during a request a line names only the request that failed
 * and the error code. Refused requests are not logged.
 *
 * @param answering names the current request in our own words; undefined outside of requests
 */
export function logNoValues(answering: () => string | undefined): void {
  const print = { warn: console.warn.bind(console), error: console.error.bind(console) };
  console.warn = (...values: unknown[]) => {
    // The storage is experimental, which tests/contract cover; the warning would only worry newcomers.
    if (answering() === undefined && !String(values[0]).startsWith('EXPERIMENTAL FEATURES ENABLED: storage'))
      print.warn(...values);
  };
  console.error = (...values: unknown[]) => {
    const name = answering();
    if (name === undefined) return print.error(...values);
    const error = values.find((value) => typeof value === 'object' && value !== null) ?? {};
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code === 'string' && ABOUT_THE_SERVER.test(code))
      print.error(`The database failed at ${name}: ${code} ${String(message)}`);
  };
}
