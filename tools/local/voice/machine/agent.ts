import type { SpokenTurn } from '../room.ts';
import { listen } from '../../../../src/voice/hearing.ts';
import { openSignaling } from './signaling.ts';
import { openVoiceLine, type VoiceLine } from './voice-line.ts';

/** The rehearsed agent at its end of the line. */
export interface Agent {
  readonly line: VoiceLine;
  /** The caller hears the line from now on. */
  goLive(): void;
  /** Listens to the microphone if it can, and greets. */
  begin(track: MediaStreamTrack): Promise<void>;
  /** Answers a question, interrupting what it was saying. */
  answer(question: string): void;
  /** The caller is typing, which ends a silence. */
  wait(): void;
  /** Tells the room why the call ends, unless the caller ended it. */
  end(endedReason: string): void;
  close(): void;
}

/** Events of an agent other than its audio. */
export interface AgentEvents {
  /** Receives the messages about what is said and heard. */
  send: (message: AgentMessage) => void;
  /** The agent has said goodbye, or the room has ended the call. */
  hangUp: (endedReason: string) => void;
  /** The connection to the room is lost. */
  lost: () => void;
}

/** A message as Vapi's assistants send it. */
export type AgentMessage = Record<string, unknown> & { type: string };

/** @param room where the conversation is (server.ts) */
export function openAgent(room: string, { send, hangUp, lost }: AgentEvents): Agent {
  const line = openVoiceLine();
  let turn = 0;
  /** The text said so far of an unfinished turn. */
  let unfinished = '';
  let isTalking = false;
  let hasEnded = false;
  const closing = new AbortController();
  let deafen: () => void = () => undefined;

  const signaling = openSignaling(room, {
    // A question of the caller comes first.
    say: (asked) => isTalking || speakUp(Promise.resolve(asked)),
    hangUp: (endedReason) => hasEnded || hangUp(endedReason),
    lost,
  });
  // Canceled when the call is over.
  const get = (path: string) => fetch(`${room}/${path}`, { signal: closing.signal });
  const fetchWave = async (path: string) => (await get(path)).arrayBuffer();
  const transcript = (role: 'assistant' | 'user', text: string, final: boolean) =>
    send({ type: 'transcript', role, transcriptType: final ? 'final' : 'partial', transcript: text });
  const speaking = (status: 'started' | 'stopped') => send({ type: 'speech-update', role: 'assistant', status });

  /** Resolves when the turn is said or interrupted: true if it was said and the agent should hang up. */
  async function say(fetching: Promise<SpokenTurn>, isOver: () => boolean): Promise<boolean> {
    line.hush();
    if (unfinished) transcript('assistant', unfinished, true);
    unfinished = '';
    const { says, speech, ends, call } = await fetching;
    const waves = speech.map((path) => ({ path, wave: fetchWave(path) }));
    // If the voice fails, the text must still be shown.
    for (const { wave } of waves) wave.catch(() => undefined);
    if (isOver()) return false;
    if (call) send({ type: 'tool-calls', toolCallList: [call], toolWithToolCallList: [] });
    speaking('started');
    for (const [index, { path, wave }] of waves.entries()) {
      const last = index === says.length - 1;
      const said = says.slice(0, index + 1).join(' ');
      unfinished = last ? '' : said;
      transcript('assistant', said, last);
      signaling.tell(path);
      await wave.then(line.play).catch((error: unknown) => {
        if (!isOver()) console.warn('The rehearsal could not speak:', error);
      });
      if (isOver()) return false;
    }
    speaking('stopped');
    return ends;
  }

  function speakUp(fetching: Promise<SpokenTurn>): void {
    const mine = ++turn;
    const isOver = () => closing.signal.aborted || mine !== turn;
    isTalking = true;
    void say(fetching, isOver)
      .catch((error: unknown) => {
        if (!isOver()) console.warn('The rehearsal got no answer:', error);
        return false;
      })
      .then((ends) => {
        if (isOver()) return;
        isTalking = false;
        signaling.tell('pause');
        if (ends) hangUp('assistant-ended-call');
      });
  }

  const turnOf = async (response: Promise<Response>) => (await (await response).json()) as SpokenTurn;

  function answer(question: string): void {
    speakUp(turnOf(signaling.post('turns', { text: question })));
  }

  return {
    line,
    goLive: () => signaling.tell('live'),
    async begin(track) {
      const hear = listen(track, (text, final) => {
        // While the agent speaks, the microphone picks up its voice.
        if (line.level() > 0) return;
        transcript('user', text, final);
        if (final) answer(text);
      });
      const stop = await hear.catch((error: unknown) => {
        console.warn('The rehearsal cannot hear:', error);
      });
      if (stop) deafen = stop;
      if (closing.signal.aborted) deafen();
      else speakUp(turnOf(get(stop ? 'greeting' : 'greeting?deaf')));
    },
    answer,
    wait: () => signaling.tell('typing'),
    end(endedReason) {
      hasEnded = true;
      signaling.tell('end', { reason: endedReason });
    },
    close() {
      closing.abort();
      deafen();
      line.close();
      signaling.close();
    },
  };
}
