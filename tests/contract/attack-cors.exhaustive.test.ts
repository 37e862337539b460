import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHandler as makeCallReport } from '../../functions/call-report/handler.ts';
import { makeHandler as makeContactNotification } from '../../functions/contact-notification/handler.ts';
import { makeHandler as makeRequestNotification } from '../../functions/request-notification/handler.ts';
import { makeHandler as makeSweep } from '../../functions/request-sweep/handler.ts';
import { makeHandler as makeResourceAnnouncement } from '../../functions/resource-announcement/handler.ts';
import { makeHandler as makeUnsubscribe } from '../../functions/unsubscribe/handler.ts';
import { functionParts } from '../setup/function-parts.ts';
import { startStack, type Stack } from '../setup/stack.ts';

const OURS = 'https://www.example.com';
const FOREIGN = [
  'https://evil.example',
  'null',
  'http://www.example.com',
  'https://www.example.com.evil.example',
  'https://evilwww.example.com',
  'https://www.example.com:8443',
  'https://WWW.EXAMPLE.COM.',
  '',
];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const FUNCTIONS = {
  'call-report': makeCallReport,
  'contact-notification': makeContactNotification,
  'request-notification': makeRequestNotification,
  'request-sweep': makeSweep,
  'resource-announcement': makeResourceAnnouncement,
  unsubscribe: makeUnsubscribe,
} as const;

/** The origin that a function allows when a page of `origin` calls it. */
async function allowed(name: keyof typeof FUNCTIONS, origin: string, allowedOrigins?: string) {
  const parts = functionParts(stack, {}, allowedOrigins === undefined ? {} : { ALLOWED_ORIGINS: allowedOrigins });
  const handler = FUNCTIONS[name](parts);
  const answers = await Promise.all(
    ['OPTIONS', 'POST', 'GET'].map((method) =>
      handler(
        new Request('https://functions.example/x', {
          method,
          headers: { origin, 'access-control-request-method': 'POST' },
          ...(method === 'POST' && { body: '{}' }),
        }),
      ),
    ),
  );
  for (const { headers } of answers) {
    expect(headers.get('vary')).toBe('Origin');
    // No cookie grants access, and none should be sent.
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
  const origins = new Set(answers.map(({ headers }) => headers.get('access-control-allow-origin')));
  expect(origins.size).toBe(1);
  return [...origins][0];
}

describe.each(Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])('%s', (name) => {
  it('with ALLOWED_ORIGINS set, allows pages of those sites and no others', async () => {
    expect(await allowed(name, OURS, `${OURS}, https://other.example`)).toBe(OURS);
    expect(await allowed(name, 'https://other.example', `${OURS}, https://other.example`)).toBe(
      'https://other.example',
    );
    for (const origin of FOREIGN) expect(await allowed(name, origin, OURS), origin).toBeNull();
  });

  it('with ALLOWED_ORIGINS unset or empty, allows any page, since only the key counts', async () => {
    for (const origin of [OURS, ...FOREIGN]) {
      expect(await allowed(name, origin)).toBe('*');
      expect(await allowed(name, origin, ' , ')).toBe('*');
    }
  });
});

it('the tables allow pages of any site, but never with cookies', async () => {
  const url = `${stack.backend.apiUrl}/rest/v1/contact_submissions`;
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  expect(['*', 'https://evil.example']).toContain(preflight.headers.get('access-control-allow-origin'));
});

it('the mailbox allows no page of another site', async () => {
  for (const end of ['', '.json', '/x.eml']) {
    const { headers } = await fetch(stack.backend.mailboxUrl + end, { headers: { origin: 'https://evil.example' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});
