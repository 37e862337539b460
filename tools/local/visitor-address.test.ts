import { expect, it } from 'vitest';
import { fromAddress } from '../../tests/setup/network.ts';
import { withVisitorAddress } from './api/visitor-address.ts';

const written = (sent: Record<string, string>, testKey?: string) =>
  withVisitorAddress(new Headers(sent), testKey).get('cf-connecting-ip');

it('the gateway writes the one address of this machine over what its headers say', () => {
  for (const sent of [{}, { 'cf-connecting-ip': '' }, { 'cf-connecting-ip': '198.51.100.1' }])
    expect(written(sent)).toBe('127.0.0.1');
});

it.each([undefined, '', 'another key'])('without the key of the tests (%j) nobody chooses an address', (testKey) => {
  for (const key of ['key', '', 'undefined'])
    expect(written(fromAddress(key, '198.51.100.1'), testKey)).toBe('127.0.0.1');
});

it('with the key of the tests a request chooses its address, or none', () => {
  expect(written(fromAddress('key', '198.51.100.1'), 'key')).toBe('198.51.100.1');
  expect(written(fromAddress('key', ''), 'key')).toBe('');
});
