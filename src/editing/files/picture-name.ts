import { nameMistake } from '../../schemas/file-name.ts';

/** Shorter than the longest name of a file, so that a number still fits. */
const LONGEST = 90;

/** `My photo (2).JPG` as an address: my-photo-2 */
function plainName(name: string): string {
  const plain = name
    .replace(/\.\w+$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
  return nameMistake(plain) === undefined ? plain : 'picture';
}

/**
 * The name of a new file in public/pictures/.
 *
 * @param name of the file that was chosen
 * @param extension of the new one, for example `.webp`
 */
export function pictureName(name: string, extension: string, isTaken: (name: string) => boolean): string {
  const plain = plainName(name);
  for (let number = 1; ; number++) {
    const candidate = `${plain}${number > 1 ? `-${number}` : ''}${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
}
