/**
 * `npm run shots` takes a picture of every page and state at three widths in both schemes, into .local/shots/<time>.
 *
 * --only <words>              takes only those whose names contain the words
 * --compare [<run> <run>]     compares two runs, the two newest by default; exits with 1 if anything differs
 * --docs                      takes the small pictures in docs/images/ instead
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { localFolder } from '../local/folder.ts';
import { SCENES } from '../../tests/scenes/scenes.ts';
import { changeLine, compareRuns } from './compare.ts';
import { takeEditAnywhere } from './edit-anywhere.ts';
import { takeEditor } from './editor.ts';
import { openStudio, type View } from './studio.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const SCHEMES = ['light', 'dark'] as const;
const shots = join(localFolder(), 'shots');
const fromHere = (path: string) => relative(process.cwd(), path);

async function takeAll(only: string): Promise<void> {
  const folder = join(shots, new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
  const studio = await openStudio();
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const size of SIZES)
    for (const scene of SCENES.filter(({ below = Infinity, alike }) => size.width < below && !alike)) {
      const names = SCHEMES.map((scheme) => `${scene.name}-${size.width}-${scheme}.png`);
      if (!names.some((name) => name.includes(only))) continue;
      for (const [index, picture] of (await studio.take(scene, size, SCHEMES)).entries())
        writeFileSync(join(folder, names[index] ?? ''), picture);
      count += names.length;
    }
  await studio.close();
  console.log(`${count} pictures in ${fromHere(folder)}`);
}

async function compare(named: readonly string[]): Promise<void> {
  const [before, after] = named.length > 0 ? named : readdirSync(shots).sort().slice(-2);
  if (!before || !after || named.length > 2)
    throw new Error('There must be two runs to compare: run npm run shots twice.');
  const changes = await compareRuns(join(shots, before), join(shots, after));
  console.log(`${before} and ${after}: ${changes.length === 0 ? 'no difference' : `${changes.length} differ`}`);
  for (const change of changes) console.log(changeLine(change));
  if (changes.length === 0) return;
  console.log(`Drawn in ${fromHere(join(shots, after, 'changes'))}`);
  process.exitCode = 1;
}

/** The pictures in the documentation. */
const DOCS: [file: string, scene: string, width: number, scheme?: View['scheme']][] = [
  ['home', 'home', 1280],
  ['home-dark', 'home', 1280, 'dark'],
  ['home-phone', 'home', 390],
  ['flow', 'stage-expanded', 1280],
  ['ai-portfolio', 'ai-portfolio', 1280],
  ['resources', 'resources', 1280],
  ['research', 'research', 1280, 'dark'],
  ['application', 'application-mistakes', 1280],
  ['consultation', 'consultation', 1280],
  ['booking', 'demo-booking', 1280, 'dark'],
  ['call', 'call', 1280],
  ['call-phone', 'call', 390, 'dark'],
];
const DOCS_WIDTH = 640;
/** For pictures of the editor, whose forms must be readable. */
const EDITOR_WIDTH = 960;
const DOCS_LIMIT = 60 * 1024;

/** A picture with as many colors as fit into the limit. */
async function small(picture: Buffer, width = DOCS_WIDTH): Promise<Buffer> {
  for (const colours of [256, 128, 64, 32, 16]) {
    const png = await sharp(picture)
      .resize({ width, withoutEnlargement: true })
      .png({ palette: true, colours, effort: 10 })
      .toBuffer();
    if (png.length <= DOCS_LIMIT) return png;
  }
  throw new Error('The picture is too large, even with 16 colors.');
}

function writeForDocs(file: string, png: Buffer): void {
  const path = join(projectFolder, 'docs/images', `${file}.png`);
  writeFileSync(path, png);
  console.log(`${(png.length / 1024).toFixed(0).padStart(3)} KB  ${fromHere(path)}`);
}

async function takeForDocs(only: string): Promise<void> {
  const isAbout = (name: string) => name.startsWith(only) || only.startsWith(name);
  for (const [name, take] of [
    ['edit-anywhere', takeEditAnywhere],
    ['edit', takeEditor],
  ] as const) {
    if (!isAbout(name)) continue;
    for (const [file, picture] of await take({ width: 1280, height: 800 }))
      if (file.includes(only)) writeForDocs(file, await small(picture, EDITOR_WIDTH));
    if (only.startsWith(name)) return;
  }
  const studio = await openStudio();
  for (const [file, name, width, scheme = 'light'] of DOCS.filter(([file]) => file.includes(only))) {
    const scene = SCENES.find((one) => one.name === name);
    if (!scene) throw new Error(`There is no scene ${name}.`);
    const size = { width, height: width < 500 ? 844 : 800 };
    const [picture] = await studio.take({ ...scene, whole: false }, size, [scheme]);
    if (!picture) throw new Error(`There is no picture of ${name}.`);
    writeForDocs(file, await small(picture));
  }
  await studio.close();
}

const { values, positionals } = parseArgs({
  options: { compare: { type: 'boolean' }, docs: { type: 'boolean' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
if (values.compare) await compare(positionals);
else if (values.docs) await takeForDocs(values.only);
else await takeAll(values.only);
