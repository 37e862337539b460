/**
 * `npm run provider-api`: writes docs/provider-api.md, which accounts for every endpoint of the voice provider that the
 * specification lists.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import layout from '../../oxfmt.config.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { AREAS, type Area } from './endpoints.ts';

const SDK = join(projectFolder, 'node_modules/@vapi-ai/web');
export const PROVIDER_API_FILE = join(projectFolder, 'docs/provider-api.md');

/** A path with all its parameters named alike. */
const alike = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

/** The endpoints of the SDK, and whether it marks them as deprecated. */
function readSdk(): Map<string, boolean> {
  const source = readFileSync(join(SDK, 'dist/api.d.ts'), 'utf8');
  const comments = source.match(/\/\*\*(?:(?!\*\/)[^])*@request [^]*?\*\//g) ?? [];
  return new Map(
    comments.flatMap((comment) => {
      const [, method, path] = /@request (\w+):(\S+)/.exec(comment) ?? [];
      return method && path ? [[`${method} ${alike(path)}`, comment.includes('@deprecated')] as const] : [];
    }),
  );
}

/** The pairs of method and path of an area, for example `GET /call/{id}`. */
export const pairsOf = ({ endpoints }: Area): string[] =>
  endpoints.flatMap((endpoint) => {
    const words = endpoint.split(' ');
    return words.slice(0, -1).map((method) => `${method} ${words.at(-1)}`);
  });

/** The whole document. */
export async function providerApi(): Promise<string> {
  const sdk = readSdk();
  const { version } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')) as { version: string };
  const pairs = AREAS.flatMap(pairsOf);
  const known = pairs.filter((pair) => sdk.has(alike(pair)));
  const used = AREAS.flatMap(({ uses = {} }) => Object.keys(uses));
  const sections = AREAS.map((area) => {
    const rows = pairsOf(area).map((pair) => {
      const deprecated = sdk.get(alike(pair));
      return `| \`${pair}\` | ${deprecated === undefined ? 'no' : 'yes'} | ${deprecated ? 'yes' : ''} | ${area.uses?.[pair] ?? '—'} |`;
    });
    return [
      `## ${area.name}`,
      `What nothing uses: ${area.otherwise}`,
      ['| endpoint | in the SDK | deprecated | used by |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ].join('\n\n');
  });
  const document = [
    '<!-- Made by `npm run provider-api` from tools/assistant/endpoints.ts and the SDK. Change it there. -->',
    '# The voice provider’s API',
    `Section 7 of the specification lists ${pairs.length} pairs of method and path. The SDK that we use, \`@vapi-ai/web\` ${version}, has ${known.length} of them: not ${pairs
      .filter((pair) => !known.includes(pair))
      .map((pair) => `\`${pair}\``)
      .join(', ')}. We use ${used.length}.`,
    'Every request has `Authorization: Bearer` and a key. The public key, which is in the pages, is for `POST /call/web` and `POST /chat/web` alone; restrict it to your origins and your assistant ([deploy.md](deploy.md)). The private key is in `.env` of whoever runs `npm run assistant`, and in nothing that is deployed. Only `/credential/webhook` takes no key (section 6): the provider calls it itself.',
    'In an organization at the provider, roles decide who may invite, change a role, or remove a member. The specification does not name them; in the SDK they are `admin`, `editor`, `viewer`, or one of the organization’s own. No program of ours asks for them. Whoever only reads calls needs no more than `viewer`.',
    ...sections,
  ].join('\n\n');
  return (await format(PROVIDER_API_FILE, document, layout)).code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PROVIDER_API_FILE, await providerApi());
