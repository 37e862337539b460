import { expect, it } from 'vitest';
import { pageMessage } from '../../tools/edit/server/message-guard.ts';

const invalidate = (data: unknown) => JSON.stringify({ type: 'custom', event: 'vite:invalidate', data });

it('what the script of a page sends is passed on, without its words for the terminal', () => {
  expect(pageMessage('{"type":"ping"}')).toEqual({ type: 'ping' });
  const data = { path: '/src/a.ts', firstInvalidatedBy: '/src/b.ts' };
  expect(pageMessage(invalidate({ ...data, message: '\u001B]0;x' }))).toEqual(JSON.parse(invalidate(data)));
  expect(pageMessage(invalidate({ path: '/src/a.ts' }))).toEqual(JSON.parse(invalidate({ path: '/src/a.ts' })));
});

it.each([
  '',
  'null',
  '{"type":"custom","event":"vite:invalidate"}',
  invalidate(null),
  invalidate({ path: 5 }),
  invalidate({ path: '/a', firstInvalidatedBy: {} }),
  '{"type":"custom","event":"vite:invoke","data":{"id":"send:1","name":"fetchModule","data":["/a"]}}',
  '{"type":"custom","event":"vite:forward-console","data":{}}',
  '{"type":"full-reload"}',
])('any other message is not: %s', (raw) => {
  expect(pageMessage(raw)).toBeUndefined();
});
