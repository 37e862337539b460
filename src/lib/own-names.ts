/** The names of this machine, as a browser writes them. */
export const OWN_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address leads to this machine. */
export const isOwn = (hostname: string): boolean => OWN_NAMES.includes(hostname);
