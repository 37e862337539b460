import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { closeStreamedFiles } from './close-streamed-files.ts';

it('a file that the storage streams is closed at the end, or when nobody reads on', async () => {
  await closeStreamedFiles();
  const read = await open('package.json');
  await new Response(read.readableWebStream() as ReadableStream).text();
  await expect.poll(() => read.fd).toBe(-1);
  const left = await open('package.json');
  await left.readableWebStream().cancel();
  await expect.poll(() => left.fd).toBe(-1);
});
