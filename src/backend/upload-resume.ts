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

/** Storage puts the status in the body. Whether the HTTP status matches it depends on the version. */
function outcomeOf({ status, responseText }: XMLHttpRequest): Attachment {
  if (status >= 200 && status < 300) return 'stored';
  let code = String(status);
  try {
    code = (JSON.parse(responseText) as { statusCode?: string }).statusCode ?? code;
  } catch {
    // The response comes from something between us and the storage.
  }
  // An earlier attempt succeeded and its response was lost: the name contains the id of this application only.
  if (code === '409') return 'stored';
  return code === '403' ? 'expired' : 'failed';
}
