import { readdirSync } from 'node:fs';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../tests/setup/stack.ts';
import { asSpoken, openSpeech } from './voice/speech.ts';

it.each([
  ['3-6 months', '3 to 6 months'],
  ['50+ companies', 'more than 50 companies'],
  ['5x agility', '5 times agility'],
  ['40% less & faster', '40 percent less and faster'],
  ['a 48-hour hackathon', 'a 48 hour hackathon'],
  ['<script>"x"</script> 🦊', 'script x script'],
])('%s is read aloud as %s', (text, spoken) => {
  expect(asSpoken(text)).toBe(spoken);
});

const speech = openSpeech();
afterAll(() => speech.close());

/** The samples of a WAV file with 16 bits each. */
const samples = (wave: Uint8Array<ArrayBuffer>) => new Int16Array(wave.slice(44).buffer);

it('speech is audible, as long as its text, and the same for the same text', async () => {
  const [short, long, again] = await Promise.all([
    speech.speak('Hello.'),
    speech.speak('Internships last 3-6 months and are open in six fields.'),
    speech.speak('Hello.'),
  ]);
  expect(Buffer.from(short.slice(0, 4)).toString()).toBe('RIFF');
  expect(Math.max(...samples(short))).toBeGreaterThan(3000);
  expect(long.length).toBeGreaterThan(3 * short.length);
  expect(again).toBe(short);
});

it('a text without a word is silence, not an error', async () => {
  expect((await speech.speak('🦊')).length).toBeGreaterThanOrEqual(44);
});

it('keeps no folder between sentences, whose name another user could take', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const voice = openSpeech();
  onTestFinished(() => voice.close());
  await voice.speak('Hello.');
  expect(readdirSync(folder)).toEqual([]);
});
