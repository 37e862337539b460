import { describe, expect, it } from 'vitest';
import { difference, merged, valueAt } from '../../src/assistant/difference.ts';
import { describeChange, describeTextChange, sentencesOf } from '../../src/assistant/text-difference.ts';

describe('the difference', () => {
  it('is none where the provider has more fields, null for nothing, or names in another order', () => {
    const wanted = { a: 1, list: ['x', 'y'], inner: { b: [{ type: 'say', text: 'Hi' }] } };
    const actual = { a: 1, list: ['y', 'x'], inner: { b: [{ type: 'say', text: 'Hi', id: 7 }], c: 2 }, d: null };
    expect(difference(wanted, actual)).toEqual([]);
  });

  it.each([
    [{ a: 1 }, { a: 2 }, [{ path: 'a', before: 2, after: 1 }]],
    [{ a: 1 }, { a: null }, [{ path: 'a', before: undefined, after: 1 }]],
    [{ a: { b: 1 } }, {}, [{ path: 'a', before: undefined, after: { b: 1 } }]],
    [{ a: ['x'] }, { a: ['x', 'y'] }, [{ path: 'a', before: ['x', 'y'], after: ['x'] }]],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, [{ path: 'a.1', before: { b: 2 }, after: undefined }]],
    [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }] }, [{ path: 'a.1', before: undefined, after: { b: 2 } }]],
    [{ a: [{ b: 1 }] }, { a: 'x' }, [{ path: 'a', before: 'x', after: [{ b: 1 }] }]],
    [{ a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 2 } }] }, [{ path: 'a.0.b.c', before: 2, after: 1 }]],
  ])('of %j to %j', (wanted, actual, changes) => {
    expect(difference(wanted, actual)).toEqual(changes);
  });
});

describe('what is sent', () => {
  it('keeps the fields that only the provider has, at any depth', () => {
    expect(merged({ a: { b: 1 }, list: [{ c: 2 }] }, { a: { b: 0, x: 1 }, list: [{ c: 0, y: 2 }, { c: 9 }] })).toEqual({
      a: { b: 1, x: 1 },
      list: [{ c: 2, y: 2 }],
    });
  });

  it('keeps nothing of an object of another kind', () => {
    expect(merged({ provider: 'b', id: 1 }, { provider: 'a', id: 1, accent: 2 })).toEqual({ provider: 'b', id: 1 });
    expect(merged([{ type: 'query' }], [{ type: 'endCall', messages: [] }])).toEqual([{ type: 'query' }]);
  });
});

it('a value is found by its path', () => {
  expect(valueAt({ a: [{ b: 3 }] }, 'a.0.b')).toBe(3);
  expect(valueAt({ a: [] }, 'a.0.b')).toBeUndefined();
});

describe('the change of a text', () => {
  const text = 'First we talk. Then we build. It takes 3.5 weeks, e.g. in May.\n\n- One point\n- Another point';

  it('is the sentence that has changed, and nothing of the rest', () => {
    expect(sentencesOf(text).join('')).toBe(text);
    expect(describeTextChange(text, text.replace('we build', 'we test'))).toEqual([
      '…',
      '- Then we build.',
      '+ Then we test.',
      '…',
    ]);
    expect(describeTextChange(text, text.replace('3.5', '4.5'))).toEqual([
      '…',
      '- It takes 3.5 weeks, e.g. in May.',
      '+ It takes 4.5 weeks, e.g. in May.',
      '…',
    ]);
  });

  it('is the line that came or went', () => {
    expect(describeTextChange(text, text.replace('- One point\n', ''))).toEqual(['…', '- - One point', '…']);
    expect(describeTextChange('One.', 'One. Two.')).toEqual(['…', '+ Two.']);
  });

  it('that is white space alone is visible too', () => {
    expect(describeTextChange('One. Two.', 'One.\nTwo.')).toEqual(['- "One. Two."', '+ "One.\\nTwo."']);
  });

  it('of another value has a line for each that there is', () => {
    expect(describeChange(undefined, 3)).toEqual(['+ 3']);
    expect(describeChange(['a'], undefined)).toEqual(['- ["a"]']);
    expect(describeChange(600, 'x')).toEqual(['- 600', '+ x']);
  });
});
