import type { ServerOptions } from 'node:http';

/**
 * How long a local server waits for a caller (milliseconds): for the headers of a request, and for all of it, which may
 * be a resume on a slow line. Who sends a byte now and then, or nothing, is cut off. Node looks only so often.
 */
export const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1000,
} as const satisfies ServerOptions;
