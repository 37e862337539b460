import { MovedError } from '../../../code-host/errors.ts';
import { bytesIn } from '../../../code-host/text-bytes.ts';
import { pictureName } from '../../../editing/files/picture-name.ts';
import type { Questions } from '../../../editing/protocol.ts';
import { PICTURES } from '../../../schemas/picture-file.ts';
import type { ScaledPicture } from './scale-picture.ts';
import type { WorkingCopy } from './working-copy.ts';

/** How often it is tried while others write to the same branch. */
const MOST_TRIES = 4;

/** Scales a picture; throws a `QuestionError` for anything else. */
export type Scale = (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<ScaledPicture>;

/**
 * Commits a picture under a new name.
 *
 * @param question the bytes of the file in base64, and its name
 */
export async function storePicture(
  copy: WorkingCopy,
  scale: Scale,
  { name, bytes }: Questions['picture']['question'],
): Promise<Questions['picture']['answer']> {
  const { width, height, ...picture } = await scale(name, bytesIn(bytes));
  await copy.leaveEnded();
  if (copy.$work.get().branch === undefined) await copy.read();
  for (let tries = 1; ; tries++) {
    const stored = pictureName(name, picture.extension, (taken) => copy.now().pictures.has(taken));
    try {
      await copy.commit([{ path: `${PICTURES}/${stored}`, content: picture.bytes }], `Add picture ${stored}`);
      return { address: `/pictures/${stored}`, width, height };
    } catch (error) {
      if (!(error instanceof MovedError) || tries === MOST_TRIES) throw error;
      await copy.read();
    }
  }
}
