import { expect, it } from 'vitest';
import { readEvals } from '../../src/build/knowledge/evals.ts';
import { rehearseEval } from '../../tools/local/voice/rehearse-eval.ts';

it.each(readEvals())('the rehearsed agent passes “$name”', async (conversation) => {
  expect(await rehearseEval(conversation)).toEqual([]);
});
