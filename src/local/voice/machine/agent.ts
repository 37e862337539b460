import type { SpokenTurn } from '../server.ts';
import { listen } from './hearing.ts';
import { openVoiceLine, type VoiceLine } from './voice-line.ts';

/** The rehearsed agent at its end of the line. */
export interface Agent {
  readonly line: VoiceLine;
  /** Listens to the microphone, where it can, and greets. */
  begin(track: MediaStreamTrack): Promise<void>;
  /** Answers a question; what it was saying is cut short. */
  answer(question: string): void;
  close(): void;
}

/** A message as Vapi's assistants send it. */
export type AgentMessage = Record<string, unknown> & { type: string };

/**
 * @param room where the conversation is (server.ts)
 * @param send takes the messages that go with what is said and heard
 * @param hangUp called when the agent has said goodbye
 */
export function openAgent(room: string, send: (message: AgentMessage) => void, hangUp: () => void): Agent {
  const line = openVoiceLine();
  let turn = 0;
  /** What it is saying and has not finished. */
  let unfinished = '';
  let closed = false;
  let deafen: () => void = () => undefined;

  const fetchTurn = async (path: string, init?: RequestInit): Promise<SpokenTurn> =>
    (await (await fetch(`${room}/${path}`, init)).json()) as SpokenTurn;
  const fetchWave = async (path: string) => (await fetch(`${room}/${path}`)).arrayBuffer();
  const transcript = (role: 'assistant' | 'user', text: string, final: boolean) =>
    send({ type: 'transcript', role, transcriptType: final ? 'final' : 'partial', transcript: text });
  const speaking = (status: 'started' | 'stopped') => send({ type: 'speech-update', role: 'assistant', status });

  async function say(fetching: Promise<SpokenTurn>): Promise<void> {
    const mine = ++turn;
    const isOver = () => closed || mine !== turn;
    line.hush();
    if (unfinished) transcript('assistant', unfinished, true);
    unfinished = '';
    const { says, speech, ends } = await fetching;
    const waves = speech.map(fetchWave);
    // A voice that fails must not keep back the words.
    for (const wave of waves) wave.catch(() => undefined);
    if (isOver()) return;
    speaking('started');
    for (const [index, wave] of waves.entries()) {
      const last = index === says.length - 1;
      const said = says.slice(0, index + 1).join(' ');
      unfinished = last ? '' : said;
      transcript('assistant', said, last);
      await wave.then(line.play).catch((error: unknown) => console.warn('The rehearsal has no voice:', error));
      if (isOver()) return;
    }
    speaking('stopped');
    if (ends) hangUp();
  }

  const speakUp = (fetching: Promise<SpokenTurn>) =>
    void say(fetching).catch((error: unknown) => {
      console.warn('The rehearsal has nothing to say:', error);
    });

  function answer(question: string): void {
    speakUp(
      fetchTurn('turns', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: question }),
      }),
    );
  }

  return {
    line,
    async begin(track) {
      const hear = listen(track, (text, final) => {
        // While it speaks, what the microphone picks up is its own voice.
        if (line.level() > 0) return;
        transcript('user', text, final);
        if (final) answer(text);
      });
      const stop = await hear.catch((error: unknown) => {
        console.warn('The rehearsal can not hear:', error);
      });
      if (stop) deafen = stop;
      if (closed) deafen();
      else speakUp(fetchTurn(stop ? 'greeting' : 'greeting?deaf'));
    },
    answer,
    close() {
      closed = true;
      deafen();
      line.close();
    },
  };
}
