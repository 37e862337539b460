import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Puts a brotli copy beside every text file of a built site, as hosts in production do on the fly. */
export async function compressSite(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    files
      .filter((file) => /\.(html|js|css|svg|xml|txt|json)$/.test(file))
      .map(async (file) => writeFile(join(folder, `${file}.br`), await compress(await readFile(join(folder, file))))),
  );
}
