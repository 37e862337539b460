import emailMisspelled, { top100 } from 'email-misspelled';

/** Why an address that follows the rules may still be wrong. */
export interface AddressDoubt {
  /** The address as it was typed. */
  address: string;
  /** The address that may be meant; without one, the address seems incomplete. */
  meant?: string;
}

/** Names of providers that are shorter resemble those of too many companies: acme.com, me.com. */
const SHORTEST = 'gmail'.length;

/** Providers that the list does not have, and that look like one of it with a slip. */
const OTHERS = ['email.com'];

const similar = emailMisspelled({ domains: top100, maxMisspelled: 2 });

/** The letters of a word, whatever their order: exchanging two is one slip, but two changes. */
const lettersOf = (word: string) => Array.from(word).sort().join('');

/** The name of a domain, and what follows: `gmail` and `com`. */
function partsOf(domain: string): [name: string, ending: string] {
  const [name = '', ...rest] = domain.split('.');
  return [name, rest.join('.')];
}

/** Whether a domain is that of a provider with one slip: in its name, or in the ending com. Other endings are other companies. */
function isSlip(domain: string, provider: string): boolean {
  const [[name, ending], [right, rightEnding]] = [partsOf(domain), partsOf(provider)];
  return right.length >= SHORTEST && rightEnding === 'com' && (name === right || ending === rightEnding);
}

/**
 * Whether the domain of an address looks misspelled or incomplete. It is only asked about, never refused: the rules for
 * addresses are those of the browser (spec section 5).
 */
export function doubtAbout(typed: string): AddressDoubt | undefined {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === '' || OTHERS.includes(domain)) return undefined;
  const meant = (provider: string) => ({ address: typed, meant: `${address.slice(0, at)}@${provider}` });
  if (!domain.includes('.')) {
    const provider = `${domain}.com`;
    return top100.includes(provider) ? meant(provider) : { address: typed };
  }
  const [found] = similar(`a@${domain}`).filter(
    ({ suggest, misspelledCount }) =>
      (misspelledCount === 1 || lettersOf(suggest) === lettersOf(domain)) && isSlip(domain, suggest),
  );
  return found && meant(found.suggest);
}
