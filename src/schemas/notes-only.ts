/** A note, as JavaScript has it. One without an end has '' in the first group. */
const NOTE = /\/\*[^]*?(\*\/|$)/g;

/** Has the parser of MDX read on: the brace is within a note. */
const unclosed = (at: number) =>
  Object.assign(new SyntaxError('A note has no end'), { pos: at, raisedAt: at, loc: { line: 1, column: 0 } });

/**
 * Stands in for a parser of JavaScript in a parser of MDX. A text can have no code but notes, so all it has to know is where
 * a note ends: any other code ends at the next brace, or with the paragraph.
 */
export const notesOnly = {
  parse: (code: string) => ({ type: 'Program', sourceType: 'module', body: [], start: 0, end: code.length }),
  parseExpressionAt(code: string) {
    const open = [...code.matchAll(NOTE)].find(([, end]) => end === '');
    if (open) throw unclosed(open.index);
    return { type: 'Identifier', name: '_', start: 0, end: code.length };
  },
};
