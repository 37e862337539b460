import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let isDone = false;

/**
 * From now on, closes each file of this process that is streamed, when its stream ends. @supabase/lite leaves those that
 * it serves open, and Node warns when it closes them later.
 */
export async function closeStreamedFiles(): Promise<void> {
  if (isDone) return;
  isDone = true;
  const file = await open(fileURLToPath(import.meta.url));
  await file.close();
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the file below
  const stream = prototype.readableWebStream;
  prototype.readableWebStream = function (options) {
    return stream.call(this, { autoClose: true, ...options });
  };
}
