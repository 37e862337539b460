import { ask } from './api.ts';

/** The formats that every browser shows. */
export const FORMATS = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
/** How wide a picture in a text is drawn, and how wide it must be to look sharp on every screen (pixels). */
export const SHOWN_WIDTH = 720;
export const SHARP_WIDTH = 2 * SHOWN_WIDTH;

/** A picture that was chosen and is not on the server yet. */
export interface Chosen {
  name: string;
  /** Its bytes as a `data:` address: the only one from which the page may show it. */
  address: string;
  width: number;
  height: number;
}

/** Why a file can't be taken; undefined if it can. */
export function refusalOf({ name, type }: { name: string; type: string }): string | undefined {
  if (type === 'image/svg+xml' || /\.svgz?$/i.test(name))
    return 'An SVG can hold programs, so it is not taken. Export it as PNG or WebP.';
  if ((FORMATS as readonly string[]).includes(type)) return undefined;
  return 'This is no picture that every browser shows. Export it as PNG, JPEG, WebP or AVIF.';
}

const addressOf = (file: File) =>
  new Promise<string>((read, failed) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => read(reader.result as string));
    reader.addEventListener('error', () => failed(new Error('The file can’t be read. Choose it again.')));
    reader.readAsDataURL(file);
  });

/**
 * Reads a picture that was chosen.
 *
 * @throws Error with what is wrong, for whoever chose it
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
    throw new Error('The file is damaged, or no picture. Open it in a picture program, and export it again.');
  }
  return { name: file.name, address, width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * Stores a picture on the server.
 *
 * @returns its address on the site
 */
export async function upload({ name, address }: Chosen): Promise<string> {
  const bytes = address.slice(address.indexOf(',') + 1);
  return (await ask('picture', { name, bytes })).address;
}

/** A picture as a block of Markdown. */
export const pictureBlock = (alt: string, address: string): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]<{}]/g, '\\$&')}](${address})`;

/** The alternative text and the address of a block of Markdown that is a picture and nothing else. */
export function pictureOf(block: string): { alt: string; address: string } | undefined {
  const [, alt, address] = /^!\[((?:[^\\\]]|\\.)*)\]\(([^\s)]+)\)$/.exec(block.trim()) ?? [];
  return alt === undefined || address === undefined ? undefined : { alt: alt.replace(/\\(.)/g, '$1'), address };
}
