import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { RESUME_BUCKET, resumePath, RESUME_TYPES, type ResumeExtension } from './resume.ts';
import type { Attachment } from './send-request.ts';

/** An upload without progress for this long has failed (milliseconds). */
const STALL_MS = 30_000;

/**
 * Uploads the resume of a stored application. Uses XMLHttpRequest, because fetch and supabase-js report no progress.
 * The body is the file itself. Never rejects.
 *
 * @param onProgress receives the share that has been sent, from 0 to 1
 * @returns `expired` if the application is too old for an upload; the file needs a new application
 */
export function uploadResume(
  id: string,
  file: File,
  extension: ResumeExtension,
  onProgress: (share: number) => void,
): Promise<Attachment> {
  const request = new XMLHttpRequest();
  return new Promise((done) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: Attachment) => {
      clearTimeout(timer);
      if (outcome === 'failed')
        console.error('The resume could not be uploaded:', request.status || 'no answer', request.responseText);
      done(outcome);
    };
    const stillMoving = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALL_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      stillMoving();
      onProgress(total > 0 ? loaded / total : 0);
    });
    for (const event of ['error', 'abort'] as const) request.addEventListener(event, () => end('failed'));
    request.addEventListener('load', () => end(outcomeOf(request)));
    request.open(
      'POST',
      `${PUBLIC_SUPABASE_URL ?? ''}/storage/v1/object/${RESUME_BUCKET}/${resumePath(id, extension)}`,
    );
    request.setRequestHeader('apikey', PUBLIC_SUPABASE_KEY ?? '');
    request.setRequestHeader('authorization', `Bearer ${PUBLIC_SUPABASE_KEY ?? ''}`);
    request.setRequestHeader('content-type', RESUME_TYPES[extension]);
    stillMoving();
    onProgress(0);
    request.send(file);
  });
}

/** Only what the storage itself says counts: anything between us and it can answer with any status. */
function outcomeOf({ status, responseText }: XMLHttpRequest): Attachment {
  let answer: { Key?: unknown; statusCode?: string | number; error?: unknown; code?: unknown };
  try {
    answer = Object(JSON.parse(responseText)) as typeof answer;
  } catch {
    return 'failed';
  }
  if (status === 200) return typeof answer.Key === 'string' ? 'stored' : 'failed';
  // An earlier attempt succeeded and its response was lost: the name contains the id of this application only.
  // Supabase is replacing `error` with `code`.
  const isThere =
    answer.error === 'Duplicate' || ['KeyAlreadyExists', 'ResourceAlreadyExists'].includes(String(answer.code));
  if ([400, 409].includes(status) && isThere) return 'stored';
  // Storage puts the status in the body. Whether the HTTP status matches it depends on the version.
  return [400, 403].includes(status) && String(answer.statusCode ?? status) === '403' ? 'expired' : 'failed';
}
