import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Writes a brotli copy of every text file next to it. Production hosts compress on the fly. */
export async function compressSite(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    files
      .filter((file) => /\.(html|js|css|svg|xml|txt|json)$/.test(file))
      .map(async (file) => writeFile(join(folder, `${file}.br`), await compress(await readFile(join(folder, file))))),
  );
}
