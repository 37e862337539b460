import { it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { CONSENT, COVERED, policy, SAID } from '../setup/privacy-words.ts';
import { find } from './content.ts';
import { MisquoteError } from './quotes.ts';

const FILE = 'content/legal/privacy-policy.mdx';
const WORDS = 'tests/setup/privacy-words.ts';
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
      `${FILE}: the policy has to say what the site stores, but no longer says “${said}”.\nChange it back. If it says this in other words, a developer puts those into ${WORDS}.`,
    );
});

it('the call dialog says that whoever starts a call agrees to its recording', () => {
  const { file, value } = find('content/assistant/call.yaml', 'dialog.recording');
  if (!String(value).includes(CONSENT))
    throw new MisquoteError(
      `${file}, dialog.recording: a call must not be recorded without “${CONSENT}”.\nChange it back. If it says this in other words, a developer puts those into ${WORDS}.`,
    );
});
