import { it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { COVERED, policy, SAID } from '../setup/privacy-words.ts';
import { MisquoteError, REMEDY } from './quotes.ts';

const FILE = 'content/legal/privacy-policy.mdx';
const text = policy();
const words = [
  ...Object.values(COVERED),
  ...SAID,
  `deleted ${readSite().retention.calls ?? 'never'} days after the call`,
];

// tests/contract/privacy.test.ts checks against the database that nothing else is stored.
it.each([...new Set(words)].filter((one) => one !== null))('the privacy policy says: %s', (said) => {
  if (!text.includes(said))
    throw new MisquoteError(
      `${FILE}: the policy has to say what the site stores, but no longer says “${said}”.\n${REMEDY} Then check yourself that the policy is correct.`,
    );
});
