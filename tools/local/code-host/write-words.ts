import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesOf } from './object-reader.ts';
import { WORDS, type Repository } from './repository.ts';

/** Of a file; links and other repositories have others. */
const FILE = /^100/;
const FOLDER = '040000';

/** Writes the words of a commit into a folder. */
export async function writeWords(repository: Repository, commit: string, folder: string): Promise<void> {
  async function writeTree(expression: string, path: string): Promise<void> {
    const tree = await repository.object(expression);
    if (tree?.type !== 'tree') return;
    for (const { name, mode, oid } of entriesOf(tree)) {
      const inner = join(path, name);
      if (mode === FOLDER) await writeTree(oid, inner);
      const file = FILE.test(mode) ? await repository.object(oid) : undefined;
      if (!file) continue;
      mkdirSync(dirname(inner), { recursive: true });
      writeFileSync(inner, file.content);
    }
  }
  mkdirSync(folder, { recursive: true });
  for (const words of WORDS) await writeTree(`${commit}:${words}`, join(folder, words));
}
