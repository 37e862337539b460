import { nameMistake } from './file-name.ts';

/** The folder with the pictures of texts. Editors add to it without a review by a developer. */
export const PICTURES = 'public/pictures';

/** How the files of each format begin. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/webp': /^RIFF....WEBP/s,
  'image/avif': /^....ftyp(?:avif|avis)/s,
};

/** As many bytes as tell the format of a picture. */
export const BEGINNING = 12;

/** The format of a file by its first bytes, whatever its name says. */
export function formatOf(bytes: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, BEGINNING));
  return Object.keys(BEGINNINGS).find((format) => BEGINNINGS[format]?.test(beginning));
}

/** The format of each extension that a picture of a text can have. */
export const PICTURE_FORMATS = { '.webp': 'image/webp', '.jpg': 'image/jpeg', '.png': 'image/png' } as const;

export type PictureExtension = keyof typeof PICTURE_FORMATS;

/** The format that the name of a picture promises; undefined if it is not the name of one. */
export function promisedFormat(name: string): string | undefined {
  const [, plain = '', extension = ''] = /^([^.]*)(\.[a-z]+)$/.exec(name) ?? [];
  return nameMistake(plain) === undefined ? PICTURE_FORMATS[extension as PictureExtension] : undefined;
}
