/** A client error, in the shape that every function returns. */
export interface Refusal {
  code: string;
  message: string;
  /** The invalid field of the body, if there is one. */
  field?: string;
}

/** CORS headers for a request. With an empty list of origins, any site may call. */
export function corsHeaders(request: Request, allowedOrigins: readonly string[]): Record<string, string> {
  const origin = request.headers.get('origin');
  const allow = allowedOrigins.length === 0 ? '*' : origin && allowedOrigins.includes(origin) ? origin : undefined;
  if (!allow) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': allow,
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
    'access-control-max-age': '86400',
    vary: 'Origin',
  };
}

/** Parses a request body as JSON. Stops reading after `limit` bytes. */
export async function readJson(
  request: Request,
  limit: number,
): Promise<{ value: unknown } | { refusal: Refusal; status: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return { status: 413, refusal: { code: 'too-large', message: `The body may have at most ${limit} bytes.` } };
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { status: 400, refusal: { code: 'not-json', message: 'The body must be JSON in UTF-8.' } };
  }
}
