/** Classes of SQLSTATE whose messages are about the server, never about what somebody sent. */
const ABOUT_THE_SERVER = /^(08|53|55|57|58|XX)/;

/**
 * Keeps what visitors typed out of the log. @supabase/lite prints whatever fails: statements with their values, names of
 * tables that somebody made up. The caller gets the reason anyway, so while a request is answered a line says only which
 * one failed, and with what code; of a refusal there is none.
 *
 * @param answering what is being answered right now, in our own words; undefined outside of requests
 */
export function logNoValues(answering: () => string | undefined): void {
  const print = { warn: console.warn.bind(console), error: console.error.bind(console) };
  console.warn = (...values: unknown[]) => {
    // Its storage is an experiment, which tests/contract watch over; a newcomer could only worry.
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
