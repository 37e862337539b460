/** Why something failed, for a log: without the addresses that mail servers like to repeat. */
export const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[^\s<>"']+@[^\s<>"']+/g, '(address)');
