import { isOwn, OWN_NAMES } from '../../src/lib/own-names.ts';

/**
 * Whether a request asks for this machine by one of its own names. A page whose public name resolves to this machine
 * sends that name, and gets nothing (DNS rebinding).
 *
 * @param host the Host header, with or without a port
 */
export const isOwnHost = (host: string | null | undefined): boolean => isOwn(host?.replace(/:\d+$/, '') ?? '');

/** Whether an Origin header names a page of this machine. */
export const isOwnPage = (origin: string): boolean =>
  origin.startsWith('http://') && isOwnHost(origin.slice('http://'.length));

/** What a server answers to any other name. */
export const NOT_OWN_HOST = `This service answers only to this machine's own names: ${OWN_NAMES.join(', ')}.`;
