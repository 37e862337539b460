import type { Change } from '../protocol.ts';
import { type MarkdownText, readMarkdown } from './markdown-blocks.ts';
import { RefusedError } from './refused-error.ts';
import { NoSuchPlaceError } from './values.ts';

/** A block as it will be in the source. */
interface Body {
  readonly source: string;
  readonly isChanged: boolean;
}

/** A text in pieces: a gap with comments and empty lines before each block, and one after the last. */
interface Pieces {
  readonly gaps: readonly string[];
  readonly bodies: readonly Body[];
}

const joined = ({ gaps, bodies }: Pieces) => gaps.map((gap, index) => gap + (bodies[index]?.source ?? '')).join('');

function piecesOf(text: string, { blocks }: MarkdownText): Pieces {
  const ends = [0, ...blocks.map(({ end }) => end)];
  return {
    gaps: ends.map((end, index) => text.slice(end, blocks[index]?.start ?? text.length)),
    bodies: blocks.map(({ start, end }) => ({ source: text.slice(start, end), isChanged: false })),
  };
}

/** A gap that starts with an empty line. */
function spaced(gap: string, eol: string): string {
  if (/^[^\S\n]*\n[^\S\n]*\r?\n/.test(gap)) return gap;
  return (/^[^\S\n]*\n/.test(gap) ? eol : eol + eol) + gap;
}

function without({ gaps, bodies }: Pieces, index: number, eol: string): Pieces {
  const [above = '', below = ''] = gaps.slice(index, index + 2);
  const [notesAbove, notesBelow] = [above.trimEnd(), below.trimStart()];
  const gap = () => {
    if (notesAbove !== '' && notesBelow !== '') return notesAbove + eol + eol + notesBelow;
    if (bodies.length === 1 && notesAbove + notesBelow === '') return '';
    if (index === bodies.length - 1) return notesAbove + below;
    if (notesBelow !== '' || index === 0) return above + notesBelow;
    return above.length < below.length ? below : above;
  };
  return { gaps: gaps.toSpliced(index, 2, gap()), bodies: bodies.toSpliced(index, 1) };
}

/** Comments stay with the block below them: a new block goes directly after the one above. */
function withBody({ gaps, bodies }: Pieces, index: number, body: Body, eol: string): Pieces {
  const gap = gaps[index] ?? '';
  const around = () => {
    if (bodies.length === 0) return gap.trim() === '' ? [eol, eol] : [gap.trimEnd() + eol + eol, eol];
    if (index === 0) return [gap, eol + eol];
    return [eol + eol, index < bodies.length ? spaced(gap, eol) : gap];
  };
  return { gaps: gaps.toSpliced(index, 1, ...around()), bodies: bodies.toSpliced(index, 0, body) };
}

/** Lines end as in the file. Empty lines at either end are not part of a block. */
const bodyOf = (text: string, eol: string): Body => ({
  source: text
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .replaceAll(/\r?\n/g, eol),
  isChanged: true,
});

function changed(pieces: Pieces, change: Change, eol: string): Pieces {
  const { bodies } = pieces;
  const index = Number(change.path[1]);
  const old = bodies[index];
  if (change.do === 'insert' || change.do === 'set') {
    if (typeof change.value !== 'string') throw new NoSuchPlaceError(change.path);
    const body = bodyOf(change.value, eol);
    if (change.do === 'insert') return withBody(pieces, index, body, eol);
    return old?.source.trimEnd() === body.source ? pieces : { ...pieces, bodies: bodies.with(index, body) };
  }
  const rest = without(pieces, index, eol);
  return change.do === 'move' && old ? withBody(rest, change.to, { ...old, isChanged: true }, eol) : rest;
}

/** The same with an empty line around each changed block. */
const apart = ({ gaps, bodies }: Pieces, eol: string): Pieces => ({
  bodies,
  gaps: gaps.map((gap, index) =>
    index > 0 && index < bodies.length && (bodies[index - 1]?.isChanged || bodies[index]?.isChanged)
      ? spaced(gap, eol)
      : gap,
  ),
});

/** The blocks that the result should have. A changed block may have become several. */
function intended(bodies: readonly Body[]): string[] {
  return bodies.flatMap(({ source, isChanged }) => {
    if (source === '') throw new RefusedError('A piece of the text is empty. Write something in it, or remove it.');
    const { blocks, unlisted } = readMarkdown(source);
    if (isChanged && unlisted.some((written) => !written.startsWith('{')))
      throw new RefusedError(
        'A piece of the text begins with the word import or export, which is read as code. Begin it with another word.',
      );
    return blocks.map(({ text }) => text);
  });
}

/**
 * Applies changes to the text of an MDX file in order, then parses the result to check that its blocks are the intended
 * ones and that no comment or import is lost. One block may become several, for example two paragraphs; the changes
 * still count it as one. Empty lines around a block and trailing whitespace are dropped.
 *
 * @param text without the file's fields
 * @param changes with paths to blocks
 * @param eol its line break
 * @throws RefusedError when that is not possible
 */
export function changedMarkdown(text: string, changes: readonly Change[], eol: string): string {
  const before = piecesOf(text, readMarkdown(text));
  const pieces = changes.reduce((all, change) => changed(all, change, eol), before);
  const blocks = intended(pieces.bodies);
  for (const attempt of [pieces, apart(pieces, eol)]) {
    const result = joined(attempt);
    // A comment that is parsed as something else becomes part of a block, which then differs.
    const after = readMarkdown(result).blocks;
    if (after.length === blocks.length && after.every((block, index) => block.text === blocks[index])) return result;
  }
  throw new RefusedError(
    'A piece of the text would run together with the one above or below it. Merge adjacent lists into one. Close what you have opened, for example ``` around code.',
  );
}
