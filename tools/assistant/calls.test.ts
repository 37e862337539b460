import { describe, expect, it } from 'vitest';
import type { RemoteCall } from './account.ts';
import { callsTable } from './calls.ts';
import { printableJson } from './printable-json.ts';

const call = (extra: Partial<RemoteCall> = {}): RemoteCall => ({
  id: 'one',
  createdAt: '2027-01-05T10:00:00.000Z',
  startedAt: '2027-01-05T10:00:05.000Z',
  endedAt: '2027-01-05T11:02:14.600Z',
  status: 'ended',
  endedReason: 'assistant-ended-call',
  analysis: { summary: 'You asked for a price.\nNobody knew.' },
  assistantOverrides: { metadata: { leadName: 'Ada', leadEmail: 'ada@example.com' } },
  ...extra,
});
const cells = (table: string) =>
  table
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/).slice(1));

describe('the table of calls', () => {
  it('shows length, end, caller and summary of each call on one line', () => {
    expect(cells(callsTable([call()], Infinity))).toEqual([
      ['62:10', 'agent hung up', 'Ada <ada@example.com>', 'You asked for a price. Nobody knew.'],
    ]);
  });

  it('shows a dash for unknown values', () => {
    const bare = { id: 'one', createdAt: '2027-01-05T10:00:00.000Z' };
    expect(cells(callsTable([bare, { ...bare, status: 'in-progress' }], Infinity))).toEqual([
      ['–', '–', '–', '–'],
      ['–', 'in-progress', '–', '–'],
    ]);
  });

  it('shows the provider’s reason for an unknown end', () => {
    const [row] = cells(callsTable([call({ endedReason: 'pipeline-error-openai-llm-failed' })], Infinity));
    expect(row?.[1]).toBe('pipeline error openai llm failed');
  });

  it('fits the width of the terminal', () => {
    const long = call({ assistantOverrides: { metadata: { leadName: 'x'.repeat(200) } } });
    for (const width of [40, 80, 120])
      for (const line of callsTable([call(), long], width).split('\n'))
        expect(Array.from(line).length).toBeLessThanOrEqual(width);
  });

  it('does not let visitors control the terminal', () => {
    const rogue = call({
      assistantOverrides: { metadata: { leadName: '\u001b[2JEve\u202e', leadEmail: 7 } },
      analysis: { summary: 'a\u0007b\rc' },
    });
    expect(callsTable([rogue], Infinity)).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    const said = { summary: 'a\u009b2Jb\u202e\u007f\u001b' };
    expect(printableJson(said)).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(JSON.parse(printableJson(said))).toEqual(said);
  });
});
