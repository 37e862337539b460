import { describe, expect, it } from 'vitest';
import { actionsIn } from '../../src/voice/action.ts';

const call = (name: string, given: unknown) => [{ id: '1', type: 'function', function: { name, arguments: given } }];

describe('the provider’s tool calls', () => {
  it.each([
    ['book-demo', '{"day":"2026-11-24","time":"10:30"}', { name: 'book-demo', day: '2026-11-24', time: '10:30' }],
    ['book-demo', { day: '2026-11-24' }, { name: 'book-demo', day: '2026-11-24' }],
    ['book-demo', '{}', { name: 'book-demo' }],
    ['book-demo', 'not JSON', { name: 'book-demo' }],
    ['leave-message', '{"message":" Call\\nback\\u202E! "}', { name: 'leave-message', message: 'Call back !' }],
    ['start-application', undefined, { name: 'start-application' }],
  ])('%s with %j becomes an action', (name, given, action) => {
    expect(actionsIn(call(name, given))).toEqual([action]);
  });

  it.each(['2026-11-24T10:30', '24.11.2026', '2026-13-40', '2026-02-31', 7, null])(
    'the day %j is left out, and its time',
    (day) => {
      expect(actionsIn(call('book-demo', { day, time: '10:30' }))).toEqual([{ name: 'book-demo' }]);
    },
  );

  it.each(['24:00', '9:30', '10:30:00', '<b>', 10])('the time %j is left out', (time) => {
    expect(actionsIn(call('book-demo', { day: '2026-11-24', time }))).toEqual([
      { name: 'book-demo', day: '2026-11-24' },
    ]);
  });

  it('a message is cut to 2,000 characters', () => {
    const [action] = actionsIn(call('leave-message', { message: '😀'.repeat(2001) }));
    expect(action).toEqual({ name: 'leave-message', message: '😀'.repeat(2000) });
  });

  it.each([
    ['another tool', call('transferCall', {})],
    ['a tool of Object', call('constructor', {})],
    ['a message without words', call('leave-message', { message: ' \n' })],
    ['a message that is no text', call('leave-message', { message: { text: 'x' } })],
    ['no list', { function: { name: 'book-demo' } }],
    ['other entries', [null, 1, 'book-demo', {}]],
  ])('%s is ignored', (_what, calls) => {
    expect(actionsIn(calls)).toEqual([]);
  });
});
