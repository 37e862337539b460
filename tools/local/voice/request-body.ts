/** A request that gets an answer of its own. */
export class RequestRefused extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.name = 'RequestRefused';
    this.status = status;
  }
}

/** In bytes. A call's overrides and a question are far below. */
const LONGEST = 64 * 1024;

/**
 * The JSON object in a request's body.
 *
 * @throws RequestRefused when it is too long or no JSON object
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Read to its end in any case: who is still sending would not see the answer.
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length <= LONGEST) chunks.push(chunk);
  }
  if (length > LONGEST) throw new RequestRefused(413, `The body has more than ${LONGEST} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RequestRefused(400, 'The body is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestRefused(400, 'The body is no JSON object.');
  return value as Record<string, unknown>;
}
