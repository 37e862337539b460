/** The storage operation of a request, named as in hosted policies; '' if no policy asks for it. */
export function storageOperation(method: string, path: string): string {
  if (!path.startsWith('/storage/v1/object/')) return '';
  if (path.startsWith('/storage/v1/object/upload/sign/'))
    return method === 'PUT' ? 'storage.object.upload_signed' : 'storage.object.sign_upload_url';
  if (path.startsWith('/storage/v1/object/sign/')) return method === 'POST' ? 'storage.object.sign' : '';
  if (/^\/storage\/v1\/object\/(move|copy|list)\b/.test(path)) return '';
  if (method === 'PUT') return 'storage.object.upload_update';
  return method === 'POST' ? 'storage.object.upload' : '';
}

/**
 * lite returns a signed URL under another name than the hosted storage, so the client would not find it, and ignores
 * the `download` parameter.
 */
export async function asStorage(request: Request, response: Response): Promise<Response> {
  const download = new URL(request.url).searchParams.get('download');
  if (request.method === 'GET' && download !== null) {
    const headers = new Headers(response.headers);
    headers.set('content-disposition', `attachment; filename="${download.replace(/[^\w.-]/g, '_')}"`);
    return new Response(response.body, { status: response.status, headers });
  }
  if (request.method === 'HEAD' || !response.headers.get('content-type')?.includes('application/json')) return response;
  const body = (await response.json()) as { signedUrl?: string };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const renamed = body.signedUrl ? { signedURL: body.signedUrl.replace(/^\/storage\/v1/, '') } : body;
  return new Response(JSON.stringify(renamed), { status: response.status, headers });
}
