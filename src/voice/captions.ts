import type { Speaker, TranscriptLine } from './call-events.ts';

/** One line of the captions. */
export interface Caption<Who = Speaker> extends TranscriptLine<Who> {
  id: number;
  /** Whether the other speaker interrupted it. */
  cut?: true;
}

/** Far more lines than a call of a few minutes has; an endless one must not fill the memory. */
const MOST = 300;

/** Whether a new line continues or completes an existing one. */
const continues = (line: TranscriptLine<unknown>, heard: Caption<unknown>): boolean =>
  heard.partial || (heard.cut === true && line.text.startsWith(heard.text));

/** Adds a line to the captions: it replaces its own partial version, or is appended. */
export function addLine<Who>(captions: readonly Caption<Who>[], line: TranscriptLine<Who>): readonly Caption<Who>[] {
  const at = captions.findLastIndex(({ speaker }) => speaker === line.speaker);
  const heard = captions[at];
  const id = (captions.at(-1)?.id ?? 0) + 1;
  const all =
    heard && continues(line, heard) ? captions.with(at, { ...line, id: heard.id }) : [...captions, { ...line, id }];
  if (line.partial) return all.slice(-MOST);
  // This line interrupts the other speaker's partial line: their next line is a new one.
  return all
    .map((other): Caption<Who> =>
      other.partial && other.speaker !== line.speaker ? { ...other, partial: false, cut: true } : other,
    )
    .slice(-MOST);
}
