/** What one side of a call said in one go. */
export interface Turn {
  /** Undefined if the transcript doesn't say. */
  speaker: 'agent' | 'visitor' | undefined;
  text: string;
}

const SPEAKERS: Record<string, Turn['speaker']> = {
  ai: 'agent',
  assistant: 'agent',
  bot: 'agent',
  agent: 'agent',
  user: 'visitor',
  customer: 'visitor',
  caller: 'visitor',
  visitor: 'visitor',
};
const BEGINNING = new RegExp(`^(${Object.keys(SPEAKERS).join('|')}):[ \\t]*`, 'i');

/** The turns of a transcript as the voice provider writes it: lines that begin with who speaks. */
export function turnsOf(transcript: string): Turn[] {
  const turns: Turn[] = [];
  for (const line of transcript.split(/\r?\n/)) {
    const [beginning, name = ''] = BEGINNING.exec(line) ?? [];
    const last = turns.at(-1);
    if (beginning !== undefined)
      turns.push({ speaker: SPEAKERS[name.toLowerCase()], text: line.slice(beginning.length) });
    else if (last) last.text += `\n${line}`;
    else turns.push({ speaker: undefined, text: line });
  }
  return turns.map(({ speaker, text }) => ({ speaker, text: text.trim() })).filter(({ text }) => text !== '');
}
