import { isUtf8 } from 'node:buffer';
import { RESUME_LIMIT } from '../../../src/backend/resume.ts';
import { readBytes } from '../read-bytes.ts';
import { insertAsText } from './insert-as-text.ts';

/** The largest body other than a file. A request has at most some 6,000 code points, each up to six bytes in JSON. */
const BODY_LIMIT = 1024 * 1024;
/** The largest upload: a file, and what surrounds it in a form. The storage itself refuses a file of more than 5 MB. */
const UPLOAD_LIMIT = RESUME_LIMIT + 64 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The most files that the storage removes at once. */
const MOST_FILES = 1000;

/** The request to continue with, or the response that refuses it. */
export type Checked = { request: Request } | { refusal: Response };

const refuse = (status: number, body: Record<string, unknown>): Checked => ({
  refusal: Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } }),
});

/**
 * Refuses requests that a hosted gateway, PostgREST or the storage refuse and @supabase/lite does not: lite would fail,
 * store something else, or hold a body of any size in memory.
 *
 * @param path as lite's router sees it
 * @param secretKey the key of the team, which may insert several rows at once
 * @returns the request with its body read to the end, so that a slow caller blocks nothing, and with inserted values as
 *   PostgREST passes them on; or the refusal
 */
export async function checkRequest(incoming: Request, path: string, secretKey: string): Promise<Checked> {
  const request = withoutTransaction(incoming);
  const { pathname, search, searchParams } = new URL(request.url);
  if (!isText(pathname) || !isText(search.replaceAll('+', ' ')))
    return refuse(400, { code: 'PGRST125', message: 'The address is not valid text.', details: null, hint: null });
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(request.method)) return { request };
  // The hosted gateway asks for a key before anything else.
  const hasKey = request.headers.has('apikey') || request.headers.has('authorization') || searchParams.has('apikey');
  if (!hasKey && /^\/(?:rest|storage)\//.test(path))
    return refuse(401, { statusCode: '401', error: 'Unauthorized', message: 'Send a key in the header apikey.' });
  const isRemoval = request.method === 'DELETE' && path.startsWith('/storage/v1/object/');
  const isUpload = request.method !== 'DELETE' && /^\/storage\/v1\/object\/(?!list|sign|move|copy)/.test(path);
  // lite checks only a file's announced length against the limit, and stores a file that announces none.
  if (isUpload && !request.headers.has('content-length'))
    return refuse(411, {
      statusCode: '411',
      error: 'Length required',
      message: 'Give the size of the file in Content-Length.',
    });
  const limit = isUpload ? UPLOAD_LIMIT : BODY_LIMIT;
  const bytes = await readBytes(request, limit);
  if (!bytes)
    return refuse(413, {
      code: '413',
      message: `The body may have at most ${limit} bytes.`,
      details: null,
      hint: null,
    });
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  if (isUpload) return { request: new Request(url, { method, headers, signal, body: bytes }) };
  const text = bytes.toString();
  headers.delete('content-length');
  // Like PostgREST. lite would see the type that Request gives a text.
  if (text !== '' && !headers.get('content-type')) headers.set('content-type', 'application/json');
  const pass = (body: string): Checked => ({
    request: new Request(url, { method, headers, signal, ...(body !== '' && { body }) }),
  });
  if (text === '' || (path.startsWith('/functions/') && !isJson(headers))) return pass(text);
  // lite would read further types, and JSON after a byte order mark, without what is checked below.
  if (!isJson(headers) || bytes.subarray(0, 3).equals(BYTE_ORDER_MARK))
    return refuse(415, {
      code: '415',
      message: 'Send JSON, without a byte order mark.',
      details: null,
      hint: 'Set Content-Type to application/json.',
    });
  if (isRemoval && lengthOf(text, 'prefixes') > MOST_FILES)
    return refuse(400, {
      statusCode: '400',
      error: 'InvalidRequest',
      message: `At most ${MOST_FILES} files can be removed at once.`,
    });
  const isInsertion = method === 'POST' && /^\/rest\/v1\/[^/]+$/.test(path);
  const isCall = method === 'POST' && path.startsWith('/rest/v1/rpc/');
  // The database refuses them, too, but lite would first spend seconds on a long list.
  if ((isInsertion || isCall) && headers.get('apikey') !== secretKey && lengthOf(text) > 1)
    return refuse(400, {
      code: 'PT400',
      message: 'Only one request can be sent at a time.',
      details: null,
      hint: 'Send each row, or the arguments of each call, with a request of its own.',
    });
  try {
    if (!isUtf8(bytes) || holdsIllFormedText(text))
      return refuse(400, {
        code: '22P05',
        message: 'unsupported Unicode escape sequence',
        details: 'Text must be UTF-8, and may hold neither U+0000 nor half a surrogate pair.',
        hint: null,
      });
    return pass(isInsertion ? (insertAsText(text) ?? text) : text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(400, {
      code: 'PGRST102',
      message: 'The body is nested too deeply.',
      details: null,
      hint: 'Send a row of plain values.',
    });
  }
}

/** The hosted API always commits and ignores `Prefer: tx=…`. lite does, too, but would say that it rolled back. */
function withoutTransaction(request: Request): Request {
  const preferred = request.headers.get('prefer')?.split(',') ?? [];
  const kept = preferred.filter((preference) => !/^\s*tx\s*=/i.test(preference));
  if (kept.length === preferred.length) return request;
  const headers = new Headers(request.headers);
  headers.set('prefer', kept.join(','));
  return new Request(request, { headers });
}

const isJson = (headers: Headers) => /^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');

/** The length of the list that a body is, or that is one of its fields. */
function lengthOf(body: string, field?: string): number {
  try {
    const parsed = JSON.parse(body) as Record<string, unknown> | null;
    const list = field === undefined ? parsed : parsed?.[field];
    return Array.isArray(list) ? list.length : 0;
  } catch {
    // lite answers what is not JSON.
    return 0;
  }
}

/** Whether an encoded part of an address is text that PostgreSQL can store. */
function isText(encoded: string): boolean {
  try {
    return !decodeURIComponent(encoded).includes('\0');
  } catch {
    return false;
  }
}

/**
 * PostgreSQL can't store NUL or half a surrogate pair. PostgREST refuses them; lite alters the text or fails.
 *
 * @throws RangeError when the body is nested too deeply
 */
function holdsIllFormedText(body: string): boolean {
  if (!body.includes('\\u')) return false;
  let found = false;
  try {
    JSON.parse(body, (_key, value: unknown) => {
      found ||= typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
      return value;
    });
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  return found;
}
