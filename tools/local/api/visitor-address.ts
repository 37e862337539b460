import { LOOPBACK } from '../ports.ts';

/**
 * The header in which the local gateway writes a visitor's IP address: the same as on a hosted project, and the default
 * of private.settings.network_header.
 */
export const NETWORK_HEADER = 'cf-connecting-ip';

/** The header with which a test sets a request's address: the backend's TEST_NETWORK_KEY, a space, the address. */
export const TEST_NETWORK_HEADER = 'x-test-network';

/**
 * The headers of a request as the gateway passes them on: with the caller's address, whatever the caller wrote there. All
 * callers are on this machine, and have one address: it has millions, for each of them to choose.
 *
 * @param testKey whoever knows it can choose another address, or none
 */
export function withVisitorAddress(
  sent: Headers,
  testKey: string | undefined = process.env['TEST_NETWORK_KEY'],
): Headers {
  const headers = new Headers(sent);
  const [key, chosen = ''] = headers.get(TEST_NETWORK_HEADER)?.split(' ') ?? [];
  headers.set(NETWORK_HEADER, testKey && key === testKey ? chosen : LOOPBACK);
  return headers;
}
