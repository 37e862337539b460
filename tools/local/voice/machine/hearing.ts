/** What the types of the browser don't know yet. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}
interface RecognitionConstructor {
  new (): Recognition;
  available?: (options: { langs: string[]; processLocally: boolean }) => Promise<string>;
}
interface RecognitionEvent extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
  resultIndex: number;
}

const LANGUAGE = 'en-US';

/**
 * Hears what is said into a microphone, where the browser can recognise speech on the device itself. Anywhere else it
 * hears nothing: a browser's usual way is to send the voice to its maker.
 *
 * @param heard takes what was understood so far, and whether that is all of it
 * @returns what ends it, or undefined when it hears nothing
 */
export async function listen(
  track: MediaStreamTrack,
  heard: (text: string, final: boolean) => void,
): Promise<(() => void) | undefined> {
  const { SpeechRecognition: Recogniser } = window as unknown as { SpeechRecognition?: RecognitionConstructor };
  const state = await Recogniser?.available?.({ langs: [LANGUAGE], processLocally: true }).catch(() => '');
  if (!Recogniser || state !== 'available') return undefined;

  let over = false;
  const recognition = new Recogniser();
  recognition.lang = LANGUAGE;
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.processLocally = true;
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as RecognitionEvent;
    const result = results[resultIndex];
    const text = result?.[0]?.transcript.trim();
    if (result && text) heard(text, result.isFinal);
  });
  // It ends by itself after a silence.
  recognition.addEventListener('end', () => {
    if (!over && track.readyState === 'live') recognition.start(track);
  });
  recognition.addEventListener('error', (event) => {
    const { error } = event as Event & { error?: string };
    if (error !== 'no-speech' && error !== 'aborted') over = true;
  });
  recognition.start(track);
  return () => {
    over = true;
    recognition.abort();
  };
}
