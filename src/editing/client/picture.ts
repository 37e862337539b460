import { ask } from './api.ts';

/** The formats that every browser shows. */
export const FORMATS = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
/** The width of a picture in a text, and the width that looks sharp on every screen (pixels). */
export const SHOWN_WIDTH = 720;
export const SHARP_WIDTH = 2 * SHOWN_WIDTH;

/** A chosen picture that is not uploaded yet. */
export interface Chosen {
  name: string;
  /** A `data:` URL, the only kind that the page may show a local file from. */
  address: string;
  width: number;
  height: number;
}

/** Why a file is not accepted; undefined if it is. */
export function refusalOf({ name, type }: { name: string; type: string }): string | undefined {
  if (type === 'image/svg+xml' || /\.svgz?$/i.test(name))
    return 'SVG files can contain scripts, so they are not accepted. Export the picture as PNG or WebP.';
  if ((FORMATS as readonly string[]).includes(type)) return undefined;
  return 'Not every browser can show this file. Export it as PNG, JPEG, WebP or AVIF.';
}

const addressOf = (file: File) =>
  new Promise<string>((read, failed) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => read(reader.result as string));
    reader.addEventListener('error', () => failed(new Error('The file can’t be read. Choose it again.')));
    reader.readAsDataURL(file);
  });

/**
 * Reads a chosen picture.
 *
 * @throws Error with a message for the person editing
 */
export async function readPicture(file: File): Promise<Chosen> {
  const refusal = refusalOf(file);
  if (refusal !== undefined) throw new Error(refusal);
  const address = await addressOf(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new Error('The file is damaged or not a picture. Open it in an image editor and export it again.');
  }
  return { name: file.name, address, width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * Uploads a picture to the server.
 *
 * @returns its address on the site
 */
export async function upload({ name, address }: Chosen): Promise<string> {
  const bytes = address.slice(address.indexOf(',') + 1);
  const { address: stored } = await ask('picture', { name, bytes });
  uploaded.set(stored, address);
  return stored;
}

/** What this page has uploaded, by its address on the site. In the room, the site does not have it yet. */
const uploaded = new Map<string, string>();

/** Where a picture of a text can be seen now. */
export const pictureSource = (address: string): string => uploaded.get(address) ?? address;
