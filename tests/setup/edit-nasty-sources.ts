import { type Source, sourceOf } from './edit-sources.ts';

const NOTES = `# n1 at the beginning

# n2 about a
a: text # n3
b: 'it''s' # n4

# n5 about nothing

c: # n6
  # n7 about d
  d: >- # n8
    folded text that goes on
    # and this is no note

    a second paragraph
  # n9 behind d

  e: |
    literal
      text

  # n10 about f
  f: "quoted \\"twice\\" \\u00e9\\n" # n11
  # n12 at the end of c
# n13 about g
g:
  # n14 about the first
  - one # n15
  # n16 about the second

  - two
  # n17 about the third
  - 'three' # n18
    # n19 further in
  # n20 behind them all
h:
- name: unindented # n21
  # n22 about text
  text: >
    folded
    text

  more: {x: 1, 'y': [a,b , "c"]} # n23
- name: second

  text: plain text
    on two lines # n24
day: 2027-05-31 # n25
# n26 at the end
`;

const NESTED = `lists:
  - - a
    - b
    -
      - c
      - d
  - []
  - - - deep
  - {}
maps:
  one: { two: { three: [1, 2.5, true, null, ~] } }
  flow: [
    first, # n1
    { a: b }, # n2
    # n3
    'last' # n4
  ]
  lines: {
    x: 1,
    y: "two"
  }
empty:
none: ~
numbers: [0, -1, 1.5, 1e3, '1', "2027-05-31", 0x10]
"quoted key": 'x'
'yes': yes
1: number key
emoji 🎉: 🎉 party # n5
日本: 你好，世界
late:
      deep: 1
      list:
            - a

            - b
kept: |+
  keeps its lines


indented: |2
    two further in
  than this
long: This is one long text that stands on a single line and has far more than one hundred and twenty characters, so that it would be wrapped.
single:
  - only: one
`;

const ODD = `--- # n1
wide   :    value    # n2
gaps:   # n3
S
    -   name: x   # n4
S
        text:    'on
          two  lines'S

    # n5
    -   # n6
        name: y
        # n7
        text: "on \\
          two"
    # n8

# n9

#n10 without a blank
trailing: [ a, b, ]
comma: [
    one
  , two # n11, and more
  , three
  ,
]
block: >+
  keeps

  both

stripped: |-

    after an empty line

map:
  a:
    b:
      c: deep # n12
      # n13 at c
    # n14 at b
  # n15 at a
# n16 at map
url: https://example.com/#x
time: 10:30
dash: -5% off
... # n17
`.replaceAll('S', '  ');

const JSON_TEXT = '{"a": 1, "b": {"c": ["x", {"d": null}], "e": {}}, "f": "text: \\u00e9 # no note"}\n';

const TEXT = `---
title: A title # n1
# n2
lead: >-
  Words in
  lines
---

import Box from './box'

# A heading {company}
A paragraph right below it,
on two lines.  

{/* a note
    on two lines */}

- a list
- of two

  with a paragraph
1. another

{company}

\`\`\`js
const code = '<b>' + {};

# no heading
\`\`\`

| a | b |
| - | - |
| 1 | {timeline} |

> quoted
goes on

<Box>

inside

</Box>

{/* the last */}
`;

/** Difficult sources: comments everywhere, and every way to write a value. */
export const NASTY_SOURCES: readonly Source[] = [
  sourceOf('notes.yaml', NOTES),
  sourceOf('notes-crlf.yaml', NOTES.replaceAll('\n', '\r\n')),
  sourceOf('nested.yaml', NESTED),
  sourceOf('nested-mark.yaml', `\uFEFF${NESTED}`),
  sourceOf('odd.yaml', ODD),
  sourceOf('odd-crlf.yaml', ODD.replaceAll('\n', '\r\n')),
  sourceOf('json.yaml', JSON_TEXT),
  sourceOf('no-end.yaml', 'a: 1\nb:\n  - x\n  - y: z\n    # n1\nc: last'),
  sourceOf('no-end-block.yaml', 'a:\r\n  - x\r\nb: >-\r\n  folded\r\n  text'),
  sourceOf('text.mdx', TEXT),
  sourceOf('text-crlf.mdx', `\uFEFF${TEXT.replaceAll('\n', '\r\n')}`),
  sourceOf('text-alone.mdx', '---\ntitle: x\n---\nOne'),
  sourceOf('no-text.mdx', '---\ntitle: x\nitems: []\n---'),
];
