import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { CopyError } from '../schemas/messages.ts';

/**
 * The width and height (pixels) of a picture in public/. Neither if there is no such file, which the page check reports.
 *
 * @param address on the site, for example `/name.png`
 * @throws CopyError if the file is not a picture
 */
export async function pictureSize(address: string): Promise<{ width?: number; height?: number }> {
  const file = `public${address}`;
  if (!existsSync(file)) return {};
  try {
    const { width, height } = await sharp(file).metadata();
    return { width, height };
  } catch {
    throw new CopyError(file, ['it is not a picture, or is damaged. Export it again as PNG, JPEG, WebP or AVIF.']);
  }
}
