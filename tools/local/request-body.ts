/** A request that is refused with a status and a message. */
export class RequestRefused extends Error {
  readonly status: 400 | 404 | 409 | 413 | 429;

  constructor(status: RequestRefused['status'], message: string) {
    super(message);
    this.name = 'RequestRefused';
    this.status = status;
  }
}

/** In bytes. A call's overrides and questions are far smaller. */
const LONGEST = 64 * 1024;

/**
 * Of objects and lists within each other. A report of some thousands would end the process: `JSON.stringify` calls
 * itself for each.
 */
const MOST_LEVELS = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * Reads the JSON object in a request's body.
 *
 * @throws RequestRefused when the body is too long, nested too deeply or not a JSON object
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Always read to the end: a client that is still sending would not see the answer.
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length <= LONGEST) chunks.push(chunk);
  }
  if (length > LONGEST) throw new RequestRefused(413, `The body has more than ${LONGEST} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RequestRefused(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestRefused(400, 'The body is not a JSON object.');
  if (isDeeper(value, MOST_LEVELS)) throw new RequestRefused(400, `The body has more than ${MOST_LEVELS} levels.`);
  return value as Record<string, unknown>;
}
