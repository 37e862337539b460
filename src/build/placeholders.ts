import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../lib/project-folder.ts';
import { COPY_FILES, type CopyName } from '../schemas/copy-files.ts';
import { lateDates } from './integrations/publication-dates.ts';
import { readSite } from './integrations/site-copy.ts';
import { loadCopy, loadEntries } from './load-copy.ts';
import { onlyHere } from './only-here.ts';
import { ROOMS } from './rooms.ts';
import { SECURITY_TXT } from './security-txt.ts';

/** Nobody can own a domain that ends like this (RFC 2606). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;

/** A text that is an address and nothing else, or the address of a Markdown link. Its host is the last group. */
const ADDRESS = /^[^\s@]+@([^\s@/]+)$|(?:^|\]\()https?:\/\/([^/:\s)]+)/gi;

/** Numbers that are reserved for fiction. */
const FICTIONAL_PHONE = /^\+1[ \d]*555[ ]?01\d\d$/;

/** The keys without which a part of the site is not connected. */
const KEYS: Readonly<Record<string, string>> = {
  PUBLIC_SUPABASE_URL: 'the forms cannot be sent',
  PUBLIC_SUPABASE_KEY: 'the forms cannot be sent',
  PUBLIC_VAPI_KEY: 'nobody can call the agent',
  PUBLIC_VAPI_ASSISTANT_ID: 'nobody can call the agent',
};

/** The settings with which pages load a script of somebody else: Daily's and Cloudflare's. */
const FOREIGN_SCRIPTS = ['PUBLIC_VAPI_KEY', 'PUBLIC_TURNSTILE_SITE_KEY', 'PUBLIC_MEETINGS'];

/** A file that expires sooner than this is published again now (days). */
const EXPIRES_SOON_DAYS = 30;

/** Whether a site or mailbox with this host can be real. */
const isReserved = (host: string): boolean => RESERVED.test(host);

function textPlaceholders(where: string, text: string): string[] {
  const hosts = [...text.matchAll(ADDRESS)].map(([, mailHost, host]) => mailHost ?? host ?? '');
  return [
    ...hosts.filter(isReserved).map((host) => `${where}: ${host} is a reserved domain. Replace it with your own.`),
    ...(FICTIONAL_PHONE.test(text) ? [`${where}: ${text} is a number for fiction. Replace it with your own.`] : []),
  ];
}

/** The placeholders in a value of a copy file and in everything below it. */
function valuePlaceholders(where: string, value: unknown): string[] {
  if (typeof value === 'string') return textPlaceholders(where, value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) =>
    key === 'sample' && below === true
      ? [`${where}: it is marked as a sample. Replace it with something real, and write sample: false.`]
      : valuePlaceholders(`${where}, ${key}`, below),
  );
}

function copyPlaceholders(root: string): string[] {
  return (Object.keys(COPY_FILES) as CopyName[]).flatMap((name) => {
    const { path } = COPY_FILES[name];
    const entries = path.includes('*') ? loadEntries(name, root) : [loadCopy(name, root)];
    return entries.flatMap(({ id, data, text }) => {
      const file = path.replace('*', id);
      const { notice } = data as { notice?: string };
      return [
        ...valuePlaceholders(file, data),
        ...textPlaceholders(file, text),
        ...(name === 'legal' && notice ? [`${file}: "${notice}" Remove this notice when that is done.`] : []),
      ];
    });
  });
}

/** @param folder the folder of the build */
function expiry(folder: string, now: Date): string[] {
  const file = join(folder, SECURITY_TXT);
  const [, date = ''] = (existsSync(file) && /^Expires: (.*)$/m.exec(readFileSync(file, 'utf8'))) || [];
  const days = (Date.parse(date) - now.getTime()) / 86_400_000;
  return days < EXPIRES_SOON_DAYS
    ? [`dist${SECURITY_TXT}: it expires on ${date.slice(0, 10)}. Build and publish the site again.`]
    : [];
}

/** On the origin of such pages, a script of somebody else could read the session of an open room. */
function sharedOrigins(env: Readonly<Record<string, string | undefined>>, off: readonly string[]): string[] {
  const key = FOREIGN_SCRIPTS.find((name) => env[name]);
  if (key === undefined) return [];
  return ROOMS.filter(({ name, setting }) => !env[setting] && !off.includes(name)).map(
    ({ name, setting }) =>
      `.env: ${setting} is missing, and ${key} has pages load a script of somebody else, which could reach into /${name} on the same origin. Give it an origin of its own (docs/deploy.md, step 6).`,
  );
}

/**
 * What has to be replaced, written or connected before the site is public. One line each: where, what, and what to do.
 *
 * @param env the variables of the build
 * @param root the folder that contains content/ and dist/; defaults to the project folder
 */
export function findPlaceholders(
  env: Readonly<Record<string, string | undefined>>,
  root = projectFolder,
  now = new Date(),
): string[] {
  return [
    ...copyPlaceholders(root),
    ...lateDates(root),
    ...Object.keys(KEYS)
      .filter((key) => !env[key])
      .map((key) => `.env: ${key} is missing, so ${KEYS[key] ?? ''}.`),
    ...sharedOrigins(env, readSite(root).repository === undefined ? ['edit'] : []),
    ...onlyHere(env).map((line) => `.env: ${line}`),
    ...expiry(join(root, 'dist'), now),
  ];
}

/** Whether a build of this content is for an address that can be public. */
export const isForPublic = (root = projectFolder): boolean => !isReserved(new URL(readSite(root).url).hostname);
