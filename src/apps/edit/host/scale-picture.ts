import { QuestionError } from '../../../editing/files/question-error.ts';
import { formatOf, PICTURE_FORMATS, type PictureExtension } from '../../../schemas/picture-file.ts';

/** Twice the width of a text on the page, so that it is sharp on every screen. */
const WIDEST_PX = 1440;
const QUALITY = 0.82;
const LARGEST_BYTES = 15 * 1024 * 1024;
const MOST_PIXELS = 100_000_000;

/** A picture as it is stored. */
export interface ScaledPicture {
  bytes: Uint8Array;
  extension: PictureExtension;
  width: number;
  height: number;
}

/** The extension of each format that a browser can write. */
const EXTENSIONS = Object.fromEntries(
  Object.entries(PICTURE_FORMATS).map(([extension, format]) => [format, extension as PictureExtension]),
);

async function decode(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ImageBitmap> {
  try {
    // Turned as the camera was held.
    return await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: 'from-image' });
  } catch {
    throw new QuestionError(`${name} is damaged and can’t be read. Save it again, or choose another picture.`);
  }
}

/**
 * Scales a picture down to the largest size shown. It is drawn anew, so metadata such as the location is lost. Safari
 * can't write WebP: there, photos are JPEG files, and others PNG.
 *
 * @param name of the file, for messages
 * @throws QuestionError for anything that is not a supported picture
 */
export async function scalePicture(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ScaledPicture> {
  if (bytes.length === 0) throw new QuestionError(`${name} is empty. Choose another picture.`);
  if (bytes.length > LARGEST_BYTES) throw new QuestionError(`${name} is larger than 15 MB. Choose a smaller picture.`);
  const type = formatOf(bytes);
  if (type === undefined)
    throw new QuestionError(`${name} can’t be used as a picture. Choose a JPEG, PNG, WebP or AVIF file.`);
  const picture = await decode(name, bytes, type);
  if (picture.width * picture.height > MOST_PIXELS)
    throw new QuestionError(`${name} has too many pixels. Choose a smaller picture.`);
  const scale = Math.min(1, WIDEST_PX / picture.width);
  const [width, height] = [picture.width, picture.height].map((size) => Math.max(1, Math.round(size * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d');
  if (!context) throw new QuestionError('This browser can’t draw pictures. Use a newer one.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  let blob = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  if (blob.type !== 'image/webp' && type === 'image/jpeg')
    blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return {
    bytes: new Uint8Array(await blob.arrayBuffer()),
    extension: EXTENSIONS[blob.type] ?? '.png',
    width: canvas.width,
    height: canvas.height,
  };
}
