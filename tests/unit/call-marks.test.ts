import { expect, it } from 'vitest';
import { callRow } from '../../functions/_shared/call-report.ts';

it.each(['\u0301\u0323', '\u0301\uFF9E'])(
  'of the marks on a letter, a call keeps eight: sorting thousands would keep the database busy (%j)',
  (pair) => {
    const marks = pair.repeat(30_000);
    const row = callRow({
      type: 'end-of-call-report',
      call: { id: '7d1d5f8e-6c55-4bb2-9a53-6a8f1f0f3a11' },
      artifact: { transcript: `User: re${marks}sume\u0301` },
      analysis: { summary: `You asked: e${marks}` },
    });
    expect(row?.transcript).toBe(`User: re${marks.slice(0, 8)}sume\u0301`);
    expect(row?.summary).toBe(`You asked: e${marks.slice(0, 8)}`);
  },
);
