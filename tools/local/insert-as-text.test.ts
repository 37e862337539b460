import { expect, it } from 'vitest';
import { insertAsText } from './api/insert-as-text.ts';

it.each([
  ['{"a":"text","b":null}', '{"a":"text","b":null}'],
  ['{"a":5,"b":true,"c":1500.0}', '{"a":"5","b":"true","c":"1500.0"}'],
  ['{"a":12345678901234567890,"b":1e400,"c":-0}', '{"a":"12345678901234567890","b":"1e400","c":"-0"}'],
  ['{"a":{"b":[1,"x"]},"c":[]}', '{"a":"{\\"b\\":[1,\\"x\\"]}","c":"[]"}'],
  ['{"a":1,"a":2}', '{"a":"2"}'],
  ['[{"a":1},{"a":{"a":3}}]', '[{"a":"1"},{"a":"{\\"a\\":3}"}]'],
  ['[]', '[]'],
])('the values of %s reach the database as they were written', (body, written) => {
  expect(insertAsText(body)).toBe(written);
});

it.each(['', '{', '1', 'null', '"a"', '[1]', '[[]]', '[null]'])('%s contains no rows', (body) => {
  expect(insertAsText(body)).toBeUndefined();
});
