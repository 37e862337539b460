/** Missing in the browser types. */
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

/** What recognizes speech on this device; undefined where browsers would send the recording to their vendor. */
async function recogniser(): Promise<RecognitionConstructor | undefined> {
  const { SpeechRecognition } = window as unknown as { SpeechRecognition?: RecognitionConstructor };
  const state = await SpeechRecognition?.available?.({ langs: [LANGUAGE], processLocally: true }).catch(() => '');
  return state === 'available' ? SpeechRecognition : undefined;
}

/** Whether this browser can recognize speech on the device. */
export const canListen = async (): Promise<boolean> => (await recogniser()) !== undefined;

/**
 * Listens to a microphone, if the browser can recognize speech on the device.
 *
 * @param heard receives the text so far, and whether it is final
 * @returns a function that stops listening, or undefined if it hears nothing
 */
export async function listen(
  track: MediaStreamTrack,
  heard: (text: string, final: boolean) => void,
): Promise<(() => void) | undefined> {
  const Recogniser = await recogniser();
  if (!Recogniser) return undefined;

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
  // Recognition ends after a silence.
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
