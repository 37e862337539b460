/** The body of a request, or undefined if it has more bytes than the limit. What is beyond the limit is not kept. */
export async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length')) > limit) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
