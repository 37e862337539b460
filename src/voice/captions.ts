import type { TranscriptLine } from './call-events.ts';

/** One line of the captions. */
export interface Caption extends TranscriptLine {
  id: number;
  /** Whether the other one spoke before it was whole. */
  cut?: true;
}

/** Far more than a call of a few minutes says; an endless one must not fill the memory. */
const MOST = 300;

/** Whether a new line is the rest, or the whole, of one that is there. */
const continues = (line: TranscriptLine, heard: Caption): boolean =>
  heard.partial || (heard.cut === true && line.text.startsWith(heard.text));

/** The captions with one more line: in the place of what was heard of it so far, or as a line of its own. */
export function addLine(captions: readonly Caption[], line: TranscriptLine): readonly Caption[] {
  const at = captions.findLastIndex(({ speaker }) => speaker === line.speaker);
  const heard = captions[at];
  const id = (captions.at(-1)?.id ?? 0) + 1;
  const all =
    heard && continues(line, heard) ? captions.with(at, { ...line, id: heard.id }) : [...captions, { ...line, id }];
  if (line.partial) return all.slice(-MOST);
  // What the other one had begun to say was cut off by this: what comes next from there is something new.
  return all
    .map((other): Caption =>
      other.partial && other.speaker !== line.speaker ? { ...other, partial: false, cut: true } : other,
    )
    .slice(-MOST);
}
