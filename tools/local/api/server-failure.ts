/**
 * The codes of failures that no request causes: classes of SQLSTATE, and the network errors of the driver and of Node.
 * Their messages name nothing that a request contains.
 */
const CODES = /^(?:(?:08|40|53|55|57|58|XX)[0-9A-Z]{3}|CONN[A-Z]+_[A-Z]+|E[A-Z]+)$/;

/** Whether the database or the connection to it failed, and not the request. */
export function isAboutTheServer(error: unknown): error is { code: string; message: string } {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string' && CODES.test(code);
}
