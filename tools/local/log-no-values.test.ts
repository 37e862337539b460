import { ConsoleEmailDriver, NoopSmsDriver } from '@supabase/lite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logNoValues } from './api/log-no-values.ts';

const LEVELS = ['debug', 'dir', 'info', 'log', 'table', 'warn', 'error'] as const;
const own = { ...console };
let printed: unknown[];
let answering: string | undefined;
beforeEach(() => {
  printed = [];
  answering = 'POST /auth/v1/otp';
  for (const level of LEVELS)
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => void printed.push(...values));
  logNoValues(() => answering);
});
afterEach(() => {
  vi.restoreAllMocks();
  // logNoValues stays for as long as its process.
  Object.assign(console, own);
});

it('the address and code of a sign-in mail or message are not printed, although lite prints them by default', async () => {
  const sendBoth = async () => {
    await new ConsoleEmailDriver().send({ to: 'ada@example.com', subject: 'Your code', text: '123456' });
    await new NoopSmsDriver().send({ to: '+1 555 0100', body: '123456' });
  };
  await sendBoth();
  expect(printed).toEqual([]);
  answering = undefined;
  await sendBoth();
  expect(printed.join('\n')).toMatch(/ada@example\.com[^]*123456[^]*555 0100[^]*123456/);
});

it.each(LEVELS)(
  'console.%s prints nothing that a library says while it answers a request, and everything else',
  (level) => {
    console[level]('for ada@example.com', new TypeError('ada@example.com'), {
      code: '23514',
      message: 'ada@example.com',
    });
    expect(printed).toEqual([]);
    answering = undefined;
    console[level]('ready');
    expect(printed).toEqual(['ready']);
  },
);

it.each(['08006', '53100', '57P01', 'XX000', '40P01', 'ECONNREFUSED', 'CONNECTION_CLOSED'])(
  'a failure of the database (%s) is printed with the name of the request',
  (code) => {
    console.error(Object.assign(new Error('it is gone'), { code }));
    expect(printed).toEqual([`The database failed at POST /auth/v1/otp: ${code} it is gone`]);
  },
);
