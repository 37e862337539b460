import { describe, expect, it } from 'vitest';
import { Failure, failureFrom, failureOf } from '../../src/apps/desk/failure.ts';
import { asItIs, followOwn } from '../../src/apps/desk/request/conflict.ts';
import type { Entry } from '../../src/apps/desk/shapes.ts';

const entry: Entry = {
  kind: 'demo_bookings',
  id: '6f1c2b9e-0000-4000-8000-000000000001',
  created_at: '2026-11-25T10:00:00+00:00',
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Automation',
  dead: false,
  state: 'in work',
  opened_at: null,
  answered_at: null,
  assigned_to: null,
  version: 3,
  changed_by: 'bo',
};

describe('each refusal of the database is a failure that says what to do', () => {
  it.each([
    ['signed-out', 401, 'PGRST303', /Sign in again/],
    ['signed-out', 401, '42501', /Sign in again/],
    ['not-staff', 403, '42501', /not staff \(any more\)/],
    ['conflict', 409, 'PT409', /Somebody else/],
    ['gone', 404, 'PT404', /no longer stored/],
    // A function that is missing is no request that is missing.
    ['server', 404, 'PGRST202', /\(PGRST202\)/],
    ['refused', 400, 'PT400', 'Somebody else has changed it. Wait.'],
    ['refused', 429, 'PT429', /Wait a minute/],
    ['offline', 0, '', /There is no connection/],
    ['server', 500, 'XX000', /\(XX000\)/],
    ['server', 502, '', /\(502\)/],
  ] as const)('%s: %d %s', (kind, status, code, sentence) => {
    const failure = failureOf({ message: 'Somebody else has changed it.', code, hint: 'Wait.' }, status);
    expect(failure.kind).toBe(kind);
    expect(failure.message).toMatch(sentence);
  });

  it('what nobody expected is told without its internal words', () => {
    const failure = failureFrom(new TypeError('x is not a function'));
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.message).not.toContain('function');
  });
});

it('a conflict says what the request is like now', () => {
  const nameOf = (person: string) => (person === 'me' ? 'you' : person);
  expect(asItIs(entry, nameOf)).toBe('It is now in work, assigned to nobody.');
  expect(asItIs({ ...entry, state: 'done', assigned_to: 'me', answered_at: 'x' }, nameOf)).toBe(
    'It is now done, assigned to you, and answered.',
  );
});

it('one’s own changes of a request are no conflict with what one has begun, those of others are', () => {
  const own = new Map([
    [1, 2],
    [2, 3],
    [5, 6],
  ]);
  expect([followOwn(1, own), followOwn(3, own), followOwn(4, own)]).toEqual([3, 3, 4]);
});
