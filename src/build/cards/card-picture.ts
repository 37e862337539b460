import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { cacheDir } from 'astro:config/server';
import sharp from 'sharp';

/** Six inks and the shades at their edges. More colors would take twice the bytes and three times as long. */
const PNG = { palette: true, colors: 16, dither: 0, effort: 1 } as const;

const folder = new URL('cards/', cacheDir);

/**
 * A social card as PNG. A card from an earlier build is read from Astro's cache. Cards that a build does not use are
 * removed from the cache at its end (src/build/integrations/card-cache.ts).
 *
 * @param drawing an SVG document without fonts
 */
export async function cardPicture(drawing: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = createHash('sha256')
    .update(JSON.stringify([drawing, PNG, sharp.versions]))
    .digest('hex');
  const file = new URL(`${key}.png`, folder);
  try {
    const [picture] = await Promise.all([readFile(file), utimes(file, new Date(), new Date())]);
    return new Uint8Array(picture);
  } catch {
    const picture = await sharp(Buffer.from(drawing)).png(PNG).toBuffer();
    // Written under a temporary name: a build may be interrupted, or another one may read the file.
    const draft = new URL(`${randomUUID()}.part`, folder);
    await mkdir(folder, { recursive: true });
    await writeFile(draft, picture);
    await rename(draft, file);
    return new Uint8Array(picture);
  }
}
