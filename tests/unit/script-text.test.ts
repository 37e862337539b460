import { expect, it } from 'vitest';
import { scriptText } from '../../src/build/script-text.ts';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';

it.each(['if (a < b && c > d) e("</div>")', SPECULATION_RULES])('%j stands in a page as it is', (text) => {
  expect(scriptText(text)).toBe(text);
});

it.each(['x = "</script>"', 'x = "</SCRIPT "', 'x = "<!-- <script>"'])(
  '%j, which would end the script or hide what follows, is refused',
  (text) => {
    expect(() => scriptText(text)).toThrow('must not contain </script or <!--');
  },
);
