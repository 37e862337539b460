/** A message of Phoenix channels in version 2, which realtime-js speaks. */
export interface Frame {
  /** Which joining of the topic it belongs to. */
  joinRef: string | null;
  /** What an answer refers to. */
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isReference = (value: unknown): value is string | null => value === null || isText(value);

/** Reads a message; undefined if it is none. */
export function readFrame(text: string): Frame | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [joinRef, ref, topic, event, payload] = parts as unknown[];
  if (!isReference(joinRef) || !isReference(ref) || !isText(topic) || !isText(event)) return undefined;
  const isObject = typeof payload === 'object' && payload !== null;
  return { joinRef, ref, topic, event, payload: isObject ? (payload as Record<string, unknown>) : {} };
}

export const writeFrame = ({ joinRef, ref, topic, event, payload }: Frame): string =>
  JSON.stringify([joinRef, ref, topic, event, payload]);
