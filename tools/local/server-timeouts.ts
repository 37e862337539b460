import type { ServerOptions } from 'node:http';

/**
 * How long a local server waits (milliseconds): for the headers of a request, and for the whole request, which may be a
 * resume on a slow connection. Slower or silent clients are disconnected. The third value is how often Node checks.
 */
export const SERVER_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1000,
} as const satisfies ServerOptions;
