/** An address that a link may have, or nothing: whoever reports a status writes it, so it can also be a script. */
export function webAddress(address: string | null | undefined): { url?: string } {
  if (!address || !URL.canParse(address)) return {};
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? { url: href } : {};
}
