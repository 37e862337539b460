import { TEST_NETWORK_HEADER } from '../../tools/local/api/visitor-address.ts';

/**
 * Headers with which a request comes from an IP address, or with '' from none that the gateway knows.
 *
 * @param key the backend's TEST_NETWORK_KEY
 */
export const fromAddress = (key: string, ip: string): Record<string, string> => ({
  [TEST_NETWORK_HEADER]: `${key} ${ip}`,
});

/** An IP address that is hardly used twice in a test file. */
export const anyAddress = (): string => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
