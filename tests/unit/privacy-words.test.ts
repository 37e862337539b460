import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { policy } from '../setup/privacy-words.ts';

const source = readFileSync('content/legal/privacy-policy.mdx', 'utf8');
const SAID = 'you agree to the call being recorded';

it.each([
  ['in a note', (text: string) => `{/*\n${text}\n*/}`],
  ['struck out', (text: string) => `~~${text.replaceAll('\n', ' ')}~~`],
  ['in a footnote that nothing refers to', (text: string) => `[^1]: ${text.replaceAll('\n', ' ')}`],
])('the policy does not say what is %s', (_where, hide) => {
  const [paragraph = ''] = source.split('\n\n').filter((text) => text.replaceAll('\n', ' ').includes(SAID));
  expect(policy(source)).toContain(SAID);
  expect(policy(source.replace(paragraph, () => hide(paragraph)))).not.toContain(SAID);
});
