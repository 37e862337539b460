import type { SpokenTurn } from '../room.ts';
import { listen } from './hearing.ts';
import { openSignaling } from './signaling.ts';
import { openVoiceLine, type VoiceLine } from './voice-line.ts';

/** The rehearsed agent at its end of the line. */
export interface Agent {
  readonly line: VoiceLine;
  /** The caller hears the line from now on. */
  goLive(): void;
  /** Listens to the microphone, where it can, and greets. */
  begin(track: MediaStreamTrack): Promise<void>;
  /** Answers a question; what it was saying is cut short. */
  answer(question: string): void;
  /** Tells the room why the call ends, where the caller has not ended it. */
  end(endedReason: string): void;
  close(): void;
}

/** What an agent has done outside of its line. */
export interface AgentEvents {
  /** Takes the messages that go with what is said and heard. */
  send: (message: AgentMessage) => void;
  /** The agent has said goodbye, or the room has ended the call. */
  hangUp: (endedReason: string) => void;
  /** The room can't be reached any more. */
  lost: () => void;
}

/** A message as Vapi's assistants send it. */
export type AgentMessage = Record<string, unknown> & { type: string };

/** @param room where the conversation is (server.ts) */
export function openAgent(room: string, { send, hangUp, lost }: AgentEvents): Agent {
  const line = openVoiceLine();
  let turn = 0;
  /** What it is saying and has not finished. */
  let unfinished = '';
  let isTalking = false;
  let hasEnded = false;
  const closing = new AbortController();
  let deafen: () => void = () => undefined;

  const signaling = openSignaling(room, {
    // What the caller asks meanwhile comes first.
    say: (asked) => isTalking || speakUp(Promise.resolve(asked)),
    hangUp: (endedReason) => hasEnded || hangUp(endedReason),
    lost,
  });
  // Nobody waits for it when the call is over.
  const get = (path: string) => fetch(`${room}/${path}`, { signal: closing.signal });
  const fetchWave = async (path: string) => (await get(path)).arrayBuffer();
  const transcript = (role: 'assistant' | 'user', text: string, final: boolean) =>
    send({ type: 'transcript', role, transcriptType: final ? 'final' : 'partial', transcript: text });
  const speaking = (status: 'started' | 'stopped') => send({ type: 'speech-update', role: 'assistant', status });

  /** Resolves when the turn is said or cut short; with whether it was said, and the agent is to hang up then. */
  async function say(fetching: Promise<SpokenTurn>, isOver: () => boolean): Promise<boolean> {
    line.hush();
    if (unfinished) transcript('assistant', unfinished, true);
    unfinished = '';
    const { says, speech, ends } = await fetching;
    const waves = speech.map((path) => ({ path, wave: fetchWave(path) }));
    // A voice that fails must not keep back the words.
    for (const { wave } of waves) wave.catch(() => undefined);
    if (isOver()) return false;
    speaking('started');
    for (const [index, { path, wave }] of waves.entries()) {
      const last = index === says.length - 1;
      const said = says.slice(0, index + 1).join(' ');
      unfinished = last ? '' : said;
      transcript('assistant', said, last);
      signaling.tell(path);
      await wave.then(line.play).catch((error: unknown) => {
        if (!isOver()) console.warn('The rehearsal has no voice:', error);
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
        if (!isOver()) console.warn('The rehearsal has nothing to say:', error);
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
        // While it speaks, what the microphone picks up is its own voice.
        if (line.level() > 0) return;
        transcript('user', text, final);
        if (final) answer(text);
      });
      const stop = await hear.catch((error: unknown) => {
        console.warn('The rehearsal can not hear:', error);
      });
      if (stop) deafen = stop;
      if (closing.signal.aborted) deafen();
      else speakUp(turnOf(get(stop ? 'greeting' : 'greeting?deaf')));
    },
    answer,
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
