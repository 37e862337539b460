import { expect, it } from 'vitest';
import { plainLine } from '../../src/backend/text-rules.ts';

it.each([
  ['a break becomes a blank', 'Ada\r\nLovelace', 'Ada Lovelace'],
  ['a mark of direction is removed', '\u202Etxt.exe', 'txt.exe'],
  ['many blanks, also those that are not seen, are one', 'Ada\u200B\u2800 \u00ADLovelace', 'Ada Lovelace'],
  ['an emoji stays whole', 'Ada ❤️', 'Ada ❤️'],
  ['what is not seen at all is empty', '\u200B', ''],
  ['the same, with a blank', '\u2060 \u3164', ''],
])('%s', (_what, text, line) => expect(plainLine(text)).toBe(line));
