import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllHeaders, type Header } from '@netlify/headers-parser';
import { expect } from 'vitest';
import { REVALIDATED } from '../../src/build/headers.ts';

type Headers = Record<string, string>;

/** What both hosts send when no rule says otherwise. */
const DEFAULTS = { 'Cache-Control': REVALIDATED };

/** The rules in `_headers` of a folder. */
export const readRules = (folder: string): string => readFileSync(join(folder, '_headers'), 'utf8');

/** As Cloudflare applies rules: every matching one, in order; a header that two rules set gets both values. */
export function onCloudflare(rules: string, path: string): Headers {
  const set: Headers = {};
  for (const [pattern = '', ...lines] of rules
    .trim()
    .split('\n\n')
    .map((rule) => rule.split('\n'))) {
    if (!(pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern)) continue;
    for (const line of lines.map((line) => line.trim())) {
      const [name = '', value = ''] = line.split(/: (.*)/);
      const removed = /^! (.*)/.exec(line)?.[1];
      if (removed) set[removed] = '';
      else set[name] = set[name] ? `${set[name]}, ${value}` : value;
    }
  }
  return { ...DEFAULTS, ...set };
}

/** As Netlify applies the rules in a folder: every matching one, in order; the last value counts. */
export async function onNetlify(folder: string): Promise<(path: string) => Headers> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [join(folder, '_headers')],
    configHeaders: undefined,
    minimal: false,
  });
  expect(errors).toEqual([]);
  return (path) => {
    const matching = (headers as Header[]).filter(({ forRegExp }) => forRegExp.test(path)).map(({ values }) => values);
    return Object.assign({}, DEFAULTS, ...matching) as Headers;
  };
}
