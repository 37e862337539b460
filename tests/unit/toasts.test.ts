import { expect, it } from 'vitest';
import { $toasts, showToast } from '../../src/stores/toasts.ts';

it('a toast replaces one with the same words, and at most three are shown', () => {
  for (const title of ['A', 'B', 'A', 'C', 'D']) showToast({ tone: 'error', title, text: 'Yes' });
  expect($toasts.get().map(({ title }) => title)).toEqual(['A', 'C', 'D']);
});
