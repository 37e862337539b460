import { expect, test } from 'vitest';
import { scalePicture } from '../../src/apps/edit/host/scale-picture.ts';
import { QuestionError } from '../../src/editing/files/question-error.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

test.each([
  ['is empty', ''],
  ['can’t be used as a picture', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['can’t be used as a picture', '<!doctype html>'],
  ['can’t be used as a picture', 'GIF89a'],
  ['can’t be used as a picture', 'RIFF1234WAVE'],
  ['is larger than 15 MB', `\xff\xd8\xff${'x'.repeat(15 * 1024 * 1024)}`],
  // There is no decoder here, as for a damaged file.
  ['is damaged', '\xff\xd8\xff'],
  ['is damaged', '\x89PNG\r\n\x1a\n'],
  ['is damaged', 'RIFF\n123WEBP'],
  ['is damaged', '\0\0\0 ftypavif'],
])('a file that %s is refused', async (why, text) => {
  const refused = scalePicture('team.png', bytes(text));
  await expect(refused).rejects.toThrow(`team.png ${why}`);
  await expect(refused).rejects.toThrow(QuestionError);
});
