import sharp from 'sharp';
import { pictureName } from '../../../src/editing/files/picture-name.ts';
import type { Questions } from '../../../src/editing/protocol.ts';
import { hasPicture, writePicture } from './disk.ts';
import { QuestionError } from '../../../src/editing/files/question-error.ts';

/** Twice the width of a text on the page, so that it is sharp on every screen. */
const WIDEST_PX = 1440;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'avif', 'heif']);
const LARGEST_BYTES = 15 * 1024 * 1024;

/**
 * Stores a picture under /pictures/, scaled down to the largest size shown, without metadata such as the location.
 *
 * @param question the bytes of the file in base64, and its name
 * @throws QuestionError for anything that is not a supported picture
 */
export async function storePicture({
  name,
  bytes,
}: Questions['picture']['question']): Promise<Questions['picture']['answer']> {
  const file = Buffer.from(bytes, 'base64');
  if (file.length === 0) throw new QuestionError(`${name} is empty. Choose another picture.`);
  if (file.length > LARGEST_BYTES) throw new QuestionError(`${name} is larger than 15 MB. Choose a smaller picture.`);
  const picture = sharp(file, { limitInputPixels: 100_000_000 });
  const { format } = await picture.metadata().catch(() => ({ format: undefined }));
  if (format === undefined || !FORMATS.has(format))
    throw new QuestionError(`${name} can't be used as a picture. Choose a JPEG, PNG, WebP or AVIF file.`);
  const { data, info } = await picture
    .rotate()
    .resize({ width: WIDEST_PX, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new QuestionError(`${name} is damaged and can't be read. Save it again, or choose another picture.`);
    });
  const stored = pictureName(name, '.webp', hasPicture);
  writePicture(stored, data);
  return { address: `/pictures/${stored}`, width: info.width, height: info.height };
}
