import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkPictures } from '../../src/build/integrations/picture-inventory.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pictures-'));
  folder = join(root, 'public/pictures');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
const check = () => checkPictures(root);
const picture = () => sharp({ create: { width: 2, height: 2, channels: 3, background: 'white' } });

it('takes pictures of the three formats, and a site without any', async () => {
  await picture().webp().toFile(join(folder, 'one.webp'));
  await picture().jpeg().toFile(join(folder, 'two-b.jpg'));
  await picture().png().toFile(join(folder, '3.png'));
  writeFileSync(join(folder, '.DS_Store'), '');
  expect(check).not.toThrow();
  rmSync(folder, { recursive: true });
  expect(check).not.toThrow();
});

it.each([
  ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ['page.html', '<script>1</script>'],
  ['script.js', '1'],
  ['oxfmt.config.mts', '1'],
  ['Team.webp', 'RIFF....WEBP'],
  ['team.webp.html', 'RIFF....WEBP'],
])('refuses %s, which is no picture', (name, text) => {
  writeFileSync(join(folder, name), text);
  expect(check).toThrow(`public/pictures can't be used:\n  - public/pictures/${name}: only pictures can be here.`);
});

it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '', '\x89PNG\r\n', 'RIFF'])(
  'refuses a file that is not what its name says: %j',
  (text) => {
    writeFileSync(join(folder, 'team.webp'), text, 'latin1');
    expect(check).toThrow('- public/pictures/team.webp: it is not what its name says.');
  },
);

it('refuses a picture that no visitor would wait for', () => {
  writeFileSync(join(folder, 'team.webp'), Buffer.concat([Buffer.from('RIFF....WEBP'), Buffer.alloc(10_000_000)]));
  expect(check).toThrow('- public/pictures/team.webp: it is larger than 10 MB.');
});

it('refuses links, which would publish what they lead to, and folders', () => {
  writeFileSync(join(root, '.env'), 'SECRET=1');
  symlinkSync('../../.env', join(folder, 'team.webp'));
  symlinkSync('nowhere', join(folder, 'gone.png'));
  symlinkSync('/etc', join(folder, 'etc'));
  mkdirSync(join(folder, 'more'));
  for (const name of ['team.webp', 'gone.png', 'etc', 'more'])
    expect(check).toThrow(
      `- public/pictures/${name}: it is no picture, but a folder or a link, for example. Remove it.`,
    );
  rmSync(folder, { recursive: true });
  symlinkSync('/etc', folder);
  expect(check).toThrow(
    "public/pictures can't be used:\n  - it is a link. Replace it with the folder that it leads to.",
  );
});

it('the formatter runs no settings that are beside pictures', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const trace = join(root, 'has-run');
  cpSync('oxfmt.config.ts', join(root, 'oxfmt.config.ts'));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(
    join(folder, 'oxfmt.config.mts'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync('has-run', '');\n\nexport default { singleQuote: true };\n`,
  );
  writeFileSync(join(folder, 'data.json'), '{}\n');
  // It skips what a .gitignore above names, up to the root of a repository.
  mkdirSync(join(root, '.git'));
  const [program = '', ...flags] = scripts['check:format']?.split(' ') ?? [];
  execFileSync(process.execPath, [resolve('node_modules', program, 'bin', program), ...flags], { cwd: root });
  expect(existsSync(trace)).toBe(false);
});
