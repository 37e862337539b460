import { expect, it } from 'vitest';
import { scriptText } from '../../src/build/script-text.ts';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';

it.each(['if (a < b && c > d) e("</div>")', SPECULATION_RULES])('%j is put into a page unchanged', (text) => {
  expect(scriptText(text)).toBe(text);
});

it.each(['x = "</script>"', 'x = "</SCRIPT "', 'x = "<!-- <script>"'])(
  'rejects %j, which would end the script or hide what follows it',
  (text) => {
    expect(() => scriptText(text)).toThrow('must not contain </script or <!--');
  },
);
