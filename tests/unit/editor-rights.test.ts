import { expect, it } from 'vitest';
import { blocking, limiting } from '../../src/apps/edit/session/rights.ts';

it('words can’t be changed without the rights to save and to propose them', () => {
  const missing = ['contents', 'pull-requests', 'statuses', 'checks'] as const;
  expect(blocking(missing).map(({ name }) => name)).toEqual(['Contents', 'Pull requests']);
  expect(limiting(missing).map(({ name }) => name)).toEqual(['Commit statuses']);
});

it('nobody is asked for the right to read check runs, which no token can have', () => {
  expect([...blocking(['checks']), ...limiting(['checks'])]).toEqual([]);
});
