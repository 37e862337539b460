import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join, relative } from 'node:path';
import type { EditSite } from './edit-site.ts';

/** In every file that no page needs. */
const SECRET = 'NobodyMayReadThis4711';
/** How base64 shows it, wherever it begins in a file. */
const ENCODED = [0, 1, 2].map((before) => btoa('.'.repeat(before) + SECRET).slice(4, -4));

const HTML = `<style>.x { content: '${SECRET}' }</style><script>window.x = '${SECRET}'</script>`;
/** A file of each type that a plugin reads in its own way, and one of a type that none knows. */
const FILES = {
  'x.json': `{ "x": "${SECRET}" }`,
  'x.md': `---\ntitle: x\n---\n${SECRET}\n`,
  'x.mdx': `---\ntitle: x\n---\n${SECRET}\n`,
  'x.html': HTML,
  'x.astro': HTML,
  'x.css': `.x { content: '${SECRET}' }`,
  'x.ts': `export const x = '${SECRET}';`,
  'x.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>${SECRET}</title></svg>`,
  'x.eml': SECRET,
};

/** The names of the files with a secret that {@link writeSecrets} writes. */
export const SECRET_FILES = Object.keys(FILES);

/** Writes a file of each type with a secret into a folder. */
export function writeSecrets(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
}

/** Writes a file with nothing but a secret. */
export const writeSecret = (file: string): void => writeFileSync(file, SECRET);

/** A response of the dev server. */
interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Requests exactly this target: fetch would normalize it. */
export const getFrom = (
  { origin }: EditSite,
  target: string,
  headers: Record<string, string> = {},
  agent?: Agent,
): Promise<Reply> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path: target, headers, ...(agent && { agent }) }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', fail)
      .end();
  });

const encoded = (path: string) => path.replaceAll('.', '%2e');

/** Targets that could lead to a file. */
function waysTo(root: string, file: string): string[] {
  const within = relative(root, file);
  const from = (folder: string) => relative(join(root, folder), file);
  const [deps, pages] = ['node_modules/.vite/deps', 'src/pages'];
  return [
    `/${within}`,
    `/@fs${file}`,
    `/@fs/${file}`,
    `/@id/${file}`,
    `/@id/./${within}`,
    `/@id/${within}`,
    `//${within}`,
    `/./${within}`,
    `/${encoded(within)}`,
    `/@id/./${encoded(encoded(within).replaceAll('%', '%25'))}`,
    `/@fs${encoded(file)}`,
    `/${pages}/${from(pages)}`,
    `/${pages}/${from(pages).replaceAll('/', '%2f')}`,
    `/@fs${root}/${pages}/${from(pages)}`,
    `/@fs${root}/${pages}/${encoded(from(pages))}`,
    `/@id/${root}/${deps}/${from(deps)}`,
    `/@id/${root}/${deps}/${encoded(from(deps))}`,
    `/${deps}/${from(deps)}`,
  ];
}

/** What makes Vite or one of its plugins handle a target in another way. */
const HANDLINGS = [
  '', '?raw', '?import', '?import&raw', '?url', '?import&url&inline', '?inline', '?import&raw??', '?worker', '?worker_file&type=module',
  '?direct', '?v=12345678', '?html-proxy&index=0.js', '?astro&type=style&index=0&lang.css', '?astro&type=script&index=0&lang.ts',
  '?astroContentCollectionEntry=true&import', '?astroDataCollectionEntry=true&import', '?astroPropagatedAssets&import',
  '?astroContentImageFlag&import', '?inline-script&import', '?.svg?raw', '?a.js', '?lang.css', '.map', '%3fimport',
]; // oxfmt-ignore

const reveals = (body: string) => [SECRET, ...ENCODED].some((text) => body.includes(text));

/**
 * The targets under which the dev server reveals the secret in a file.
 *
 * @param file its absolute path
 */
export async function leaksOf(site: EditSite, file: string): Promise<string[]> {
  const root = realpathSync(site.copy.folder);
  const targets = waysTo(root, file).flatMap((way) => HANDLINGS.map((handling) => way + handling));
  const pictures = [file, `${root}/src/pages/${relative(join(root, 'src/pages'), file)}`].flatMap((path) =>
    ['svg', 'png'].map((format) => `/_image?f=${format}&href=${encodeURIComponent(`/@fs${path}`)}`),
  );
  const agent = new Agent({ keepAlive: true });
  const found: string[] = [];
  for (const target of [...targets, ...pictures]) {
    const { body } = await getFrom(site, target, { accept: '*/*', 'sec-fetch-dest': 'script' }, agent);
    if (reveals(body)) found.push(target);
  }
  agent.destroy();
  return found;
}

const LINKS = [
  /<script[^>]* src="(?<url>\/[^"]+)"/g,
  /(?:component|renderer)-url="(?<url>\/[^"]+)"/g,
  /(?:\bfrom|\bimport)\s*\(?\s*"(?<url>\/[^"]+)"/g,
];

/** The modules that a page and its islands load, directly or through others, with the status of each. */
export async function modulesOf(site: EditSite, path: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const follow = async (text: string): Promise<void> => {
    for (const pattern of LINKS)
      for (const { groups } of text.matchAll(pattern)) {
        const target = groups?.['url']?.replaceAll('&amp;', '&') ?? '';
        if (found.has(target)) continue;
        found.set(target, 0);
        const { status, body } = await getFrom(site, target, { 'sec-fetch-dest': 'script' });
        found.set(target, status);
        await follow(body);
      }
  };
  await follow((await getFrom(site, path, { accept: 'text/html' })).body);
  return found;
}
