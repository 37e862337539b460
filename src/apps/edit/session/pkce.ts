/** What proves at the end of a sign-in that the same tab has begun it (RFC 7636). */
export interface Proof {
  /** Comes back in the address. */
  state: string;
  /** Never leaves the tab before the end. */
  verifier: string;
  /** What the code host is told of the verifier. */
  challenge: string;
}

/** As in an address, without the `=` at the end. */
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** The challenge of a verifier, by the method S256. */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

export async function makeProof(): Promise<Proof> {
  const verifier = random();
  return { state: random(), verifier, challenge: await challengeOf(verifier) };
}
